import { expect, onTestFinished, test, vi } from 'vitest'
import { oneAfterAnother } from '#storage/reading/running-queries.ts'

/** Readings that end when they are told to. */
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

test('a reading never runs beside another, and what changes meanwhile is read once more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { read, count, begun } = readings()
  const ask = oneAfterAnother(read)
  ask()
  expect(begun).toHaveLength(1)
  ask()
  ask()
  expect(begun).toHaveLength(1)
  // Each reading takes a second, and the rest after it as long.
  await vi.advanceTimersByTimeAsync(1000)
  begun[0]?.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await count(2)).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  begun[1]?.end()
  // A reading nobody asked for is not made, and the next request is answered.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(begun).toHaveLength(2)
  ask()
  expect(await count(3)).toBe(3)
})

test('a reading that fails keeps the next one from nothing', async () => {
  const { read, count, begun } = readings()
  const ask = oneAfterAnother(read)
  ask()
  begun[0]?.fail()
  ask()
  expect(await count(2)).toBe(2)
})
