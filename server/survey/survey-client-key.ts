import { opIdIn } from '#core/sync/operation.ts'

/** A shorter key might be used by two respondents, and a key opens its session. */
const shortest = 16

/** The key without its revision, which changes between attempts. */
export function clientKeyOf(key: string | null): string | null {
  const name = opIdIn(key ?? '')
  return name.length < shortest ? null : name
}
