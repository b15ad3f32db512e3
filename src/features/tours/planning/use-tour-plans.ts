import { useEffect, useState } from 'react'
import type { TourPlan } from '#core/planner/plan-types.ts'
import {
  type Availability,
  availability,
  type LocalTourPlan,
  planInputOf,
  type TourPlanRequest,
  wirePlanOf,
} from '#core/planner/tour-planning.ts'
import { planInWorker } from './plan-in-worker.ts'

type PlanOnDevice = {
  plan: TourPlan
  /** The plan in the form in which it is saved and sent. */
  wire: LocalTourPlan
}

export type TourPlans = {
  /** The planner's request as text. If the form's request is the same, these plans are current. */
  requestText: string
  /** The plan that the form shows and saves. */
  proposed: PlanOnDevice
  /** Null if they are not needed. */
  previews: Previews | null
}

type Previews = {
  /** The plan with the homes in the agent's order. */
  given: TourPlan
  slots: Availability
}

type Options = {
  /** False if there are no homes to plan; earlier plans are not shown then. */
  hasHomes: boolean
  /** The form's error; while there is one, the plans are those of earlier input. */
  problem: string | null
  earlierStops: EarlierStops | undefined
  /** True to make the previews, too. */
  hasPreviews: boolean
}

type Planning = {
  /** The latest plans; those of earlier input stay until the next ones are ready. */
  plans: TourPlans | null
  isPlanning: boolean
  hasFailed: boolean
}

/** Stops of the earlier plan, whose ids a new plan reuses. */
type EarlierStops = Parameters<typeof wirePlanOf>[2]

/** Long enough not to plan after each key while a time is typed. */
const pauseMs = 150

/** Plans the tour after each change of the request. While there is no request, the latest plans stay, so that the page does not jump. */
export function useTourPlans(
  request: TourPlanRequest | null,
  { hasHomes, problem, earlierStops, hasPreviews }: Options,
): Planning {
  const [plans, setPlans] = useState<TourPlans | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const requestText = request === null ? null : textOf(request)

  useEffect(() => {
    if (request === null || requestText === null) return undefined
    const abort = new AbortController()
    const { signal } = abort
    async function plan(current: TourPlanRequest, currentText: string): Promise<void> {
      try {
        const proposed = await planOnDevice(current, earlierStops, signal)
        const previews = hasPreviews ? await previewsOf(current, signal) : null
        setPlans({ requestText: currentText, proposed, previews })
      } catch {
        if (!signal.aborted) setFailed(currentText)
      }
    }
    const timer = setTimeout(() => void plan(request, requestText), pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort(new Error('Another tour is planned.'))
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `requestText` is the whole request
  }, [requestText])

  if (requestText === null) {
    return { plans: hasHomes ? plans : null, isPlanning: hasHomes && problem === null, hasFailed: false }
  }
  const hasFailed = failed === requestText
  return { plans, isPlanning: plans?.requestText !== requestText && !hasFailed, hasFailed }
}

/** Returns the shown plan if it belongs to this request, so that it is saved as shown; otherwise plans. */
export async function planToSave(
  request: TourPlanRequest,
  shown: TourPlans | null,
  earlierStops?: EarlierStops,
): Promise<PlanOnDevice> {
  return shown?.requestText === textOf(request) ? shown.proposed : planOnDevice(request, earlierStops)
}

async function planOnDevice(
  request: TourPlanRequest,
  earlierStops: EarlierStops,
  signal?: AbortSignal,
): Promise<PlanOnDevice> {
  const plan = await planInWorker(planInputOf(request), signal)
  return { plan, wire: wirePlanOf(plan, request.listings, earlierStops) }
}

async function previewsOf(request: TourPlanRequest, signal: AbortSignal): Promise<Previews> {
  const given = await planInWorker(planInputOf({ ...request, planning: 'given' }), signal)
  return { given, slots: availability(planInputOf(request)) }
}

function textOf(request: TourPlanRequest): string {
  return JSON.stringify(request)
}
