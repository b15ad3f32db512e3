import { useEffect, useState } from 'react'
import { type Availability, availability } from '#core/planner/busy-time.ts'
import type { TourPlan } from '#core/planner/plan-types.ts'
import { planInputOf, type TourPlanHere, type TourPlanRequest, wirePlanOf } from '#core/planner/tour-planning.ts'
import { planInWorker } from './plan-in-worker.ts'

type PlanOnDevice = {
  plan: TourPlan
  wire: TourPlanHere
}

export type TourPlans = {
  /** The request as text, compared with the form's to see whether these plans are current. */
  asked: string
  proposed: PlanOnDevice
  previews: Previews | null
}

type Previews = {
  /** The plan with the homes in the agent's order. */
  given: TourPlan
  slots: Availability
}

type Options = {
  /** Without chosen homes, no earlier plan is shown. */
  hasHomes: boolean
  /** The form's error; while there is one, the plans are those of earlier input. */
  problem: string | null
  earlierStops: EarlierStops | undefined
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

/** Long enough not to plan for every key. */
const pauseMs = 150

/** While the day's events load or a time is typed, the latest plans stay, so that the page does not collapse and expand. */
export function useTourPlans(
  wish: TourPlanRequest | null,
  { hasHomes, problem, earlierStops, hasPreviews }: Options,
): Planning {
  const [plans, setPlans] = useState<TourPlans | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const asked = wish === null ? null : wishText(wish)

  useEffect(() => {
    if (wish === null || asked === null) return undefined
    const abort = new AbortController()
    const { signal } = abort
    async function plan(asking: TourPlanRequest, askedFor: string): Promise<void> {
      try {
        const proposed = await planOnDevice(asking, earlierStops, signal)
        const previews = hasPreviews ? await previewsOf(asking, signal) : null
        setPlans({ asked: askedFor, proposed, previews })
      } catch {
        if (!signal.aborted) setFailed(askedFor)
      }
    }
    const timer = setTimeout(() => void plan(wish, asked), pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort(new Error('Another tour is planned.'))
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `asked` is the whole wish
  }, [asked])

  if (asked === null) {
    return { plans: hasHomes ? plans : null, isPlanning: hasHomes && problem === null, hasFailed: false }
  }
  const hasFailed = failed === asked
  return { plans, isPlanning: plans?.asked !== asked && !hasFailed, hasFailed }
}

/** Returns the shown plan if it belongs to this wish, so that it is saved as shown; otherwise plans. */
export async function planToSave(
  wish: TourPlanRequest,
  shown: TourPlans | null,
  earlierStops?: EarlierStops,
): Promise<PlanOnDevice> {
  return shown?.asked === wishText(wish) ? shown.proposed : planOnDevice(wish, earlierStops)
}

async function planOnDevice(
  wish: TourPlanRequest,
  earlierStops: EarlierStops,
  signal?: AbortSignal,
): Promise<PlanOnDevice> {
  const plan = await planInWorker(planInputOf(wish), signal)
  return { plan, wire: wirePlanOf(plan, wish.listings, earlierStops) }
}

async function previewsOf(wish: TourPlanRequest, signal: AbortSignal): Promise<Previews> {
  const given = await planInWorker(planInputOf({ ...wish, planning: 'given' }), signal)
  return { given, slots: availability(planInputOf(wish)) }
}

function wishText(wish: TourPlanRequest): string {
  return JSON.stringify(wish)
}
