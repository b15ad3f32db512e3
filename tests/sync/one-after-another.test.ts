import { expect, test } from 'vitest'
import { oneAfterAnother } from '#storage/one-after-another.ts'

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
  const { read, count, begun } = readings()
  const ask = oneAfterAnother(read)
  ask()
  expect(begun).toHaveLength(1)
  ask()
  ask()
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  expect(await count(2)).toBe(2)
  begun[1]?.end()
  // What nobody asked for is not read, and the next one who asks is answered.
  await new Promise((resolve) => setTimeout(resolve, 20))
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
