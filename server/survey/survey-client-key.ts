import { opIdIn } from '#core/sync/operation.ts'

/** Shorter ones might be two respondents' by chance, and a session is opened by its key. */
const shortest = 16

/** The respondent whom an idempotency key names: without the revision behind it, which differs from try to try. */
export function clientKeyOf(key: string | null): string | null {
  const name = opIdIn(key ?? '')
  return name.length < shortest ? null : name
}
