import type { Consent } from '#core/contract/open-house-visit.ts'
import { timeOfMinutes } from '#core/domain/time/usual-times.ts'
import { addDays, dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'

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

/**
 * When a visitor came to an open house, by the wall clock: one who has signed in did so then, one who was written down came
 * some time of that day. On a house that this device does not know it was today.
 */
export function momentOfVisit(
  { signed_in_at }: Pick<Visitor, 'signed_in_at'>,
  house: { date: string; start_time: string } | undefined,
  today: string,
): { date: string; time: string } {
  if (house === undefined) return { date: today, time: '' }
  const { date, start_time } = house
  const signedInAt = signed_in_at ? Date.parse(signed_in_at) : 0
  if (dateOfInstant(signedInAt) === date) return { date, time: timeOfMinutes(minutesOfInstant(signedInAt)) }
  // A house that begins later today may have been made ready with its visitors.
  return { date, time: date === today ? '' : start_time }
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
