import { type Consent, longestName } from '#core/contract/open-house-visit.ts'
import { foldText } from '#core/domain/text/fold-text.ts'

type SignIn = { name: string; phone_number: string; consents: Consent[]; signed_in_at: string | null }

/**
 * Merges two sign-ins to one open house with the same email, which a couple may share. The result has both names, all consents and one phone number:
 * the newer one, unless only the other person agreed to calls. The other number is added to the name of its person. Safe to repeat.
 */
export function mergeSignIns<Visit extends SignIn>(visit: Visit, again: SignIn): Visit {
  const isNew = (consent: Consent) => !visit.consents.some((known) => isSameConsent(known, consent))
  return {
    ...visit,
    ...withSecondPerson(visit, again),
    consents: [...visit.consents, ...again.consents.filter(isNew)],
    signed_in_at: visit.signed_in_at ?? again.signed_in_at,
  }
}

function withSecondPerson(visit: SignIn, again: SignIn): Pick<SignIn, 'name' | 'phone_number'> {
  const isAlreadyNamed = isNamedIn(again.name, visit.name)
  const isSamePerson = again.name === '' || isNamedIn(visit.name, again.name)
  const [called, other] = callsTheSecond(visit, again, isSamePerson) ? [again, visit] : [visit, again]
  const phone_number = called.phone_number || other.phone_number
  if (isSamePerson) return { name: isAlreadyNamed ? visit.name : again.name, phone_number }
  const withNumber = ({ name, phone_number: number }: SignIn) =>
    number === '' || number === phone_number || visit.name.includes(number) ? name : `${name} (${number})`
  const names = isAlreadyNamed
    ? withNumber({ ...other, name: visit.name })
    : `${withNumber(visit)} & ${withNumber(again)}`
  return { name: names.slice(0, longestName), phone_number }
}

/** Whether to call the number of `again`: if only one of two persons agreed to calls, that person's number; else that of the newer sign-in. */
function callsTheSecond(visit: SignIn, again: SignIn, isSamePerson: boolean): boolean {
  if (!isSamePerson && agreesToCalls(visit) !== agreesToCalls(again)) return agreesToCalls(again)
  return (visit.signed_in_at ?? '') < (again.signed_in_at ?? '')
}

function agreesToCalls({ consents, phone_number }: SignIn): boolean {
  return phone_number !== '' && consents.some(({ kind }) => kind === 'phone')
}

/** "Ann" and "ann couple" are named in "Ann Couple & Ben". */
function isNamedIn(name: string, names: string): boolean {
  const words = wordsOf(names)
  return wordsOf(name).every((word) => words.includes(word))
}

function wordsOf(name: string): string[] {
  return foldText(name)
    .split(/[\s&()]+/)
    .filter(Boolean)
}

function isSameConsent(one: Consent, other: Consent): boolean {
  return one.kind === other.kind && one.wording_version === other.wording_version
}
