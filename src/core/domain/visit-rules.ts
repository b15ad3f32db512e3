import type { Consent } from '../contract/open-house-visit.ts'

type SignIn = { name: string; phone_number: string; consents: Consent[]; signed_in_at: string | null }

/**
 * What is known of a visitor who signed in to the same open house a second time: what was entered first stays, what was
 * missing is filled in, and every consent is kept.
 */
export function withSecondSignIn<Visit extends SignIn>(visit: Visit, again: SignIn): Visit {
  const isNew = (consent: Consent) => !visit.consents.some((known) => isSameConsent(known, consent))
  return {
    ...visit,
    name: visit.name || again.name,
    phone_number: visit.phone_number || again.phone_number,
    consents: [...visit.consents, ...again.consents.filter(isNew)],
    signed_in_at: visit.signed_in_at ?? again.signed_in_at,
  }
}

function isSameConsent(one: Consent, other: Consent): boolean {
  return one.kind === other.kind && one.wording_version === other.wording_version
}
