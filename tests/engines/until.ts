import { vi } from 'vitest'

/** Longest wait for the page; a busy machine may be slow. */
const patienceMs = 30_000

/** Repeats `ask` until the answer is not false, null or undefined; the error at the time limit names `what`. */
export function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  maxMs = patienceMs,
): Promise<Exclude<Answer, false | null | undefined>> {
  return vi.waitFor(
    async () => {
      const [asked] = await Promise.allSettled([ask()])
      if (asked.status === 'fulfilled' && asked.value !== false && asked.value !== null && asked.value !== undefined) {
        return asked.value as Exclude<Answer, false | null | undefined>
      }
      const cause: unknown = asked.status === 'rejected' ? asked.reason : asked.value
      throw new Error(`Timed out: ${what}.`, { cause })
    },
    { timeout: maxMs, interval: 50 },
  )
}
