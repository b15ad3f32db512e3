import type { Consent } from '../contract/open-house-visit.ts'
import { addDays } from './wall-clock.ts'

type Visitor = {
  client_email: string
  phone_number?: string | undefined
  consents?: readonly Consent[] | undefined
  signed_in_at?: string | null | undefined
}

type Visit = { visitor: Visitor; date: string }

/** How long after an open house its visitors are worth a call. */
export const visitDays = 7

/**
 * How a visitor has agreed to be reached. Nobody is reached who signed in and agreed to nothing; whom the agent wrote down
 * told it to the agent. Where it is not known whether they signed in, as on a plain server, nobody is reached unasked.
 */
export function waysAgreedTo({ consents = [], signed_in_at }: Visitor): { email: boolean; phone: boolean } {
  if (signed_in_at === null && consents.length === 0) return { email: true, phone: true }
  const agreed = new Set(consents.map(({ kind }) => kind))
  return { email: agreed.has('email'), phone: agreed.has('phone') }
}

/** Of visitors who are not clients yet, those of the last days, today included, who may be reached; the newest first. */
export function visitorsToCall<Met extends Visit>(visits: readonly Met[], today: string): Met[] {
  const met = new Set<string>()
  return visits
    .filter(({ date }) => date > addDays(today, -visitDays) && date <= today)
    .filter(({ visitor }) => {
      const { email, phone } = waysAgreedTo(visitor)
      return email || (phone && (visitor.phone_number ?? '') !== '')
    })
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .filter(({ visitor }) => {
      const address = visitor.client_email.trim().toLowerCase()
      if (met.has(address)) return false
      met.add(address)
      return true
    })
}
