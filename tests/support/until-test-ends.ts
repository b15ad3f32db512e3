import { onTestFinished } from 'vitest'

/** For listeners on objects that outlive the test. */
export function untilTestEnds(): { signal: AbortSignal } {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  return { signal: end.signal }
}
