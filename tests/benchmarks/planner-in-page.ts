// Bundled by planner.bench.ts and loaded into a page and a worker of Chromium.
import { planTour } from '#core/planner/plan-tour.ts'
import type { PlanInput } from '#core/planner/plan-types.ts'
import { fingerprint } from '../support/known-plans.ts'
import { aRandomDay, shuffled } from '../support/random-days.ts'

/** Random days with this many stops, and as many full days on which all stops fit. */
export function daysWith(stops: number, count: number): PlanInput[] {
  return Array.from({ length: count }, (_, index) => {
    const { matrix: _unused, ...day } = aRandomDay(index + 1, { stops: [stops, stops] })
    return index % 2 === 0 ? day : { ...day, start: 32_400, end: 68_400, minMinutes: 15, maxMinutes: 30, busy: [] }
  })
}

export function timesOf(days: readonly PlanInput[]): number[] {
  return days.map((day) => {
    const before = performance.now()
    planTour(day)
    return performance.now() - before
  })
}

/** One number for the plans of a hundred days, whose stops are in another order each round. */
export function fingerprintOfRound(round: number): string {
  return fingerprint(
    Array.from({ length: 100 }, (_, index) => {
      const day = aRandomDay(index + 1, { stops: [2, 9] })
      return planTour(round === 0 ? day : shuffled(day, round))
    }),
  )
}

export async function timesBeside(workerAddress: string, stops: number, count: number) {
  const longTasks: number[] = []
  const observer = new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ entryTypes: ['longtask'] })
  const worker = new Worker(workerAddress)
  const times = await new Promise<number[]>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number[]>) => resolve(data))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its worker alone
    worker.postMessage({ stops, count })
  })
  worker.terminate()
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return { times, longTasks }
}
