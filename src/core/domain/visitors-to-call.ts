import type { Consent } from '../contract/open-house-visit.ts'
import { addDays } from './wall-clock.ts'

type Visitor = {
  client_email: string
  phone_number?: string | undefined
  consents?: readonly Consent[] | undefined
  signed_in_at?: string | null | undefined
  follow_up?: string | undefined
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

/** Whether a call was put off until today or before. */
export function isPutOff(followUp: string, today: string): boolean {
  return followUp !== '' && followUp !== 'done' && followUp <= today
}

/**
 * Of visitors who are not clients yet, those of today and the `visitDays` before, and those who were put off until now, as far
 * as they may be reached and it is not done; the newest first.
 */
export function visitorsToCall<Met extends Visit>(visits: readonly Met[], today: string): Met[] {
  const met = new Set<string>()
  return visits
    .filter(({ date, visitor: { follow_up = '' } }) =>
      follow_up === '' ? date >= addDays(today, -visitDays) && date <= today : isPutOff(follow_up, today),
    )
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
