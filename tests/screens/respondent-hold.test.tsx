import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { thisServer } from '#storage/database/device-name.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { lockRespondent } from '#storage/survey/respondent-lock.ts'
import { longTest } from '#tests/support/long-test.ts'

afterEach(returnPage)

const lockOf = (key: string) => `fanlight-survey-respondent:${thisServer()}:${key}`
const isFree = (key: string) => navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock !== null)

test('a respondent is taken over from a page that closes a second late, but not from an open tab', async () => {
  const limits = holdTimeLimits()
  const key = crypto.randomUUID()
  const held = await lockRespondent(key)

  const refused = lockRespondent(key)
  limits.at(-1)?.expire()
  expect(await refused).toBeNull()

  const taken = lockRespondent(key)
  expect(limits.at(-1)?.ms).toBeGreaterThan(1000)
  held?.release()
  const heldAgain = await taken
  expect(heldAgain).not.toBeNull()
  heldAgain?.release()
})

describe('A24: a respondent of a frozen page', () => {
  test('is free for other tabs, and held again when the page returns', async () => {
    const key = crypto.randomUUID()
    const held = await lockRespondent(key)
    freezePage()
    await expect.poll(() => isFree(key)).toBe(true)
    returnPage()
    await expect.poll(() => isFree(key)).toBe(false)
    expect(held?.lost.aborted).toBe(false)
    held?.release()
    await expect.poll(() => isFree(key)).toBe(true)
  })

  longTest('is lost if another tab has taken it', async () => {
    const key = crypto.randomUUID()
    const held = await lockRespondent(key)
    freezePage()
    let leave = () => {}
    await new Promise<void>((resolve) => {
      void navigator.locks.request(lockOf(key), () => {
        resolve()
        return new Promise<void>((end) => (leave = end))
      })
    })
    returnPage()
    await expect.poll(() => held?.lost.aborted).toBe(true)
    leave()
    await expect.poll(() => isFree(key)).toBe(true)
  })

  test('is held after the return if requested before the freeze', async () => {
    const key = crypto.randomUUID()
    const holding = lockRespondent(key)
    freezePage()
    await expect.poll(() => isFree(key)).toBe(true)
    returnPage()
    const held = await holding
    expect(await isFree(key)).toBe(false)
    held?.release()
  })

  test('stays free if released during the freeze', async () => {
    const key = crypto.randomUUID()
    const held = await lockRespondent(key)
    freezePage()
    held?.release()
    returnPage()
    // A later request in the queue of the same lock gets it.
    const next = await lockRespondent(key)
    expect(next).not.toBeNull()
    next?.release()
  })
})

/** Collects the time limits set by the code; the test lets them expire. */
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
