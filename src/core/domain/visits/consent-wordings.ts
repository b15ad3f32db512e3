import type { Consent } from '#core/contract/open-house-visit.ts'

export type ConsentKind = 'email' | 'phone'

export const kioskLanguages = ['en', 'es'] as const
export type KioskLanguage = (typeof kioskLanguages)[number]

/** The version of the sentences below. Raise it with every change, because a consent is stored with its sentence and this number. */
const wordingNumber = '1'

const wordings: Record<KioskLanguage, Record<ConsentKind, (agentName: string) => string>> = {
  en: {
    email: (agentName) => `${agentName} may email me about this house`,
    phone: (agentName) => `${agentName} may call or text me about this house`,
  },
  es: {
    email: (agentName) => `${agentName} puede escribirme por correo electrónico sobre esta casa`,
    phone: (agentName) => `${agentName} puede llamarme o enviarme mensajes sobre esta casa`,
  },
}

export function consentWording(kind: ConsentKind, language: KioskLanguage, agentName: string): string {
  return wordings[language][kind](agentName)
}

export function givenConsent(
  kind: ConsentKind,
  { language, agentName, givenAt }: { language: KioskLanguage; agentName: string; givenAt: string },
): Consent {
  return {
    kind,
    wording_version: `${kind}-${wordingNumber}-${language}`,
    wording: consentWording(kind, language, agentName),
    given_at: givenAt,
  }
}
