import { planTour } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'
import { placesOf } from '#core/planner/prepare-day.ts'
import { busy, RefusedRequest } from '#server/problem-responses.ts'
import { createTurnQueue, QueueIsFull } from '#server/queue.ts'
import { osrmTravel } from './osrm-travel.ts'
import { createPlanningThread } from './plan-in-thread.ts'

/** Gets the drives and plans tours; long searches run in another thread. */
export type TourPlanner = {
  /** Rejects with `PlanContradiction` if the stops that must not be dropped cannot all be visited. Throws 503 if too many plans wait. */
  plan(input: PlanInput, agentId: number): Promise<TourPlan>
  close(): Promise<void>
}

/** Plans of up to this size take less than 0.1 s, so they are made at once, in this thread. */
const maxStopsInThisThread = 12
/** Plans that may wait. At 0.5 s each, the last one is answered before its request times out. */
const maxWaiting = 20
/** Plans of one agent that may wait: an agent views one tour at a time, but a device that was offline may send a few. */
const maxPerAgent = 4

export function createTourPlanner(threadFile: URL, osrmUrl: string | undefined): TourPlanner {
  const travel = osrmUrl === undefined ? null : osrmTravel(osrmUrl, warnOnce())
  const thread = createPlanningThread(threadFile)
  const queue = createTurnQueue(maxWaiting, maxPerAgent)
  return {
    async plan(input, agentId) {
      // Without a matrix, the planner estimates the drives.
      const ready = { ...input, matrix: input.matrix ?? (await travel?.(placesOf(input))) }
      if (input.stops.length <= maxStopsInThisThread) return planTour(ready)
      return queue(() => thread.plan(ready), agentId).catch(refuseFullQueue)
    },
    close: () => thread.close(),
  }
}

function refuseFullQueue(error: unknown): never {
  throw error instanceof QueueIsFull ? new RefusedRequest(busy(5)) : error
}

function warnOnce(): (problem: string) => void {
  let hasWarned = false
  return (problem) => {
    if (!hasWarned) console.warn(`OSRM_URL does not answer, drives are estimated: ${problem}`)
    hasWarned = true
  }
}
