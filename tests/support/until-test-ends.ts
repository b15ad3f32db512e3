import { onTestFinished } from 'vitest'

/** For listeners that the page keeps for as long as it lives, and a test no longer than itself. */
export function untilTestEnds(): { signal: AbortSignal } {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  return { signal: end.signal }
}
