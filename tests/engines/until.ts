import { vi } from 'vitest'

/** Longest wait for what a page shows; a busy machine takes its time. */
const patienceMs = 30_000

/** Asks until the answer is neither false, null nor undefined; says what it waited for when it never is. */
export function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  mostMs = patienceMs,
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
    { timeout: mostMs, interval: 50 },
  )
}
