import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FastifyBaseLogger } from 'fastify'
import { createPeriodicWork } from '#server/locations/rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function someRounds(work: () => Promise<void> = async () => {}) {
  const done: number[] = []
  const logged: string[] = []
  const log = { error: (_problem: unknown, text: string) => logged.push(text) } as unknown as FastifyBaseLogger
  const rounds = createPeriodicWork(new AbortController(), {
    begin: async () => {},
    work: async () => {
      done.push(Date.now())
      await work()
    },
  })
  return { rounds, done, logged, log }
}

test('a round starts at once, then every half minute, and shortly after a wake-up', async () => {
  const { rounds, done, log } = someRounds()
  const begun = Date.now()
  rounds.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual([])
  rounds.start(log)
  await vi.advanceTimersByTimeAsync(30_000)
  for (let count = 0; count < 100; count += 1) rounds.wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(done.map((at) => at - begun)).toEqual([60_000, 90_000, 90_500])
  await rounds.stop()
  rounds.wake()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done).toHaveLength(3)
})

test('a wake-up during a round starts another one after it, and a failure is logged and retried', async () => {
  const ends: (() => void)[] = []
  const { rounds, done, logged, log } = someRounds(
    () => new Promise((_resolve, reject) => ends.push(() => reject(new Error('The database restarts.')))),
  )
  rounds.start(log)
  await vi.advanceTimersByTimeAsync(0)
  rounds.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toHaveLength(1)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toHaveLength(2)
  expect(logged).toEqual(['locations could not be looked up; it will be tried again'])
  const stopped = rounds.stop()
  ends.shift()?.()
  await stopped
})
