import { expect, onTestFinished, test, vi } from 'vitest'
import { coalesceRuns } from '#storage/reading/live-query.ts'

/** Reads that end when the test ends them. */
function readings() {
  const begun: { end: () => void; fail: () => void }[] = []
  let heard = () => {}
  const read = () =>
    new Promise<void>((resolve, reject) => {
      begun.push({ end: resolve, fail: () => reject(new Error('gone')) })
      heard()
    })
  const count = async (wanted: number) => {
    while (begun.length < wanted) await new Promise<void>((resolve) => (heard = resolve))
    return begun.length
  }
  return { read, count, begun }
}

test('reads never overlap, and changes during a read cause one more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { read, count, begun } = readings()
  const ask = coalesceRuns(read)
  ask()
  expect(begun).toHaveLength(1)
  ask()
  ask()
  expect(begun).toHaveLength(1)
  // Each read takes a second, and so does the pause after it.
  await vi.advanceTimersByTimeAsync(1000)
  begun[0]?.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await count(2)).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  begun[1]?.end()
  // Without a request there is no further read, and the next request is answered.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(begun).toHaveLength(2)
  ask()
  expect(await count(3)).toBe(3)
})

test('a failed read does not prevent the next one', async () => {
  const { read, count, begun } = readings()
  const ask = coalesceRuns(read)
  ask()
  begun[0]?.fail()
  ask()
  expect(await count(2)).toBe(2)
})
