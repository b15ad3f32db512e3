import { opIdIn } from '#core/sync/operation.ts'

/** Two respondents might choose the same shorter key by chance, and a key gives access to its session. */
const minLength = 16

/** The respondent's key, which is an idempotency key without its revision; null if there is none or it is too short. */
export function clientKeyOf(key: string | null): string | null {
  const name = opIdIn(key ?? '')
  return name.length < minLength ? null : name
}
