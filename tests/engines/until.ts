/** Longest wait for what a page shows; a busy machine takes its time. */
const patienceMs = 30_000

/** Asks until the answer is neither false, null nor undefined; says what it waited for when it never is. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  mostMs = patienceMs,
): Promise<Exclude<Answer, false | null | undefined>> {
  const givenUpAt = performance.now() + mostMs
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== false && answer !== null && answer !== undefined) {
        return answer as Exclude<Answer, false | null | undefined>
      }
      last = answer
    } catch (error) {
      last = error
    }
    if (performance.now() > givenUpAt) throw new Error(`Waited in vain: ${what}.`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
