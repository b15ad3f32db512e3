import { planTour } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'
import { estimatedTravel, placesOf, type TravelProvider } from '#core/planner/travel-estimate.ts'
import { busy, RefusedRequest } from '#server/problem-responses.ts'
import { createQueue, QueueIsFull } from '#server/queue.ts'
import { osrmTravel } from './osrm-travel.ts'
import { createPlanningThread } from './plan-in-thread.ts'

/** Plans tours for the routes: asks for the drives, and keeps long searches away from the server's own thread. */
export type TourPlanner = {
  /**
   * Rejects with `PlanContradiction` when the locked stops cannot all be met; refuses with 503 when too many plans wait, of all
   * agents or of this one.
   */
  plan(input: PlanInput, agentId: number): Promise<TourPlan>
  close(): Promise<void>
}

/** Up to this many stops a plan takes less than a tenth of a second. */
const mostStopsAtOnce = 12
/** At half a second each, the last one is answered before its request times out. */
const mostWaiting = 20
/** An agent looks at one tour at a time; a device that was offline may send a few. */
const mostPerAgent = 4

export function createTourPlanner(threadFile: URL, osrmUrl: string | undefined): TourPlanner {
  const travel: TravelProvider = osrmUrl === undefined ? estimatedTravel : osrmTravel(osrmUrl, warnOnce())
  const thread = createPlanningThread(threadFile)
  const queue = createQueue(mostWaiting, mostPerAgent)
  return {
    async plan(input, agentId) {
      const ready = { ...input, matrix: input.matrix ?? (await travel(placesOf(input))) }
      if (input.stops.length <= mostStopsAtOnce) return planTour(ready)
      return queue(() => thread.plan(ready), agentId).catch(refuseFullQueue)
    },
    close: () => thread.close(),
  }
}

function refuseFullQueue(error: unknown): never {
  throw error instanceof QueueIsFull ? new RefusedRequest(busy(5)) : error
}

/** A routing server that is down is logged once, not with every tour. */
function warnOnce(): (problem: string) => void {
  let told = false
  return (problem) => {
    if (!told) console.warn(`OSRM_URL does not answer, drives are estimated: ${problem}`)
    told = true
  }
}
