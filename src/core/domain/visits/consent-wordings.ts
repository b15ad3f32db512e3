import type { Consent } from '#core/contract/open-house-visit.ts'

/** What a visitor can agree to at the door. */
export type ConsentKind = 'email' | 'phone'

export const kioskLanguages = ['en', 'es'] as const
export type KioskLanguage = (typeof kioskLanguages)[number]

/**
 * The number of the sentences below. Raise it with every change of a word: what somebody agreed to is kept as the
 * sentence that stood there, under this number.
 */
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

/** The sentence beside the box. */
export function consentWording(kind: ConsentKind, language: KioskLanguage, agentName: string): string {
  return wordings[language][kind](agentName)
}

/** A ticked box as it is kept: what was agreed to, in which words, and when. */
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
