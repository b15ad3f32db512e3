import { expect, onTestFinished, test, vi } from 'vitest'
import { holdRespondent } from '#storage/respondent-hold.ts'

test('a respondent is taken from a page that is a second late in letting go, and not from a tab that has them', async () => {
  const limits = holdTimeLimits()
  const key = crypto.randomUUID()
  const letGo = await holdRespondent(key)

  const refused = holdRespondent(key)
  limits.at(-1)?.expire()
  expect(await refused).toBeNull()

  const taken = holdRespondent(key)
  expect(limits.at(-1)?.ms).toBeGreaterThan(1000)
  letGo?.()
  const letGoAgain = await taken
  expect(letGoAgain).not.toBeNull()
  letGoAgain?.()
})

/** The time limits that are set until the test ends; each expires when it is told to. */
function holdTimeLimits() {
  const limits: { ms: number; expire: () => void }[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    limits.push({ ms, expire: () => limit.abort(new DOMException('The time limit has passed.', 'TimeoutError')) })
    return limit.signal
  })
  onTestFinished(() => spy.mockRestore())
  return limits
}
