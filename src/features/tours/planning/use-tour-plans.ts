import { useEffect, useState } from 'react'
import { type Availability, availability } from '#core/planner/busy-time.ts'
import type { TourPlan } from '#core/planner/plan-types.ts'
import { planInputOf, type TourPlanHere, type TourWish, wirePlanOf } from '#core/planner/tour-planning.ts'
import { planInWorker } from './plan-in-worker.ts'

type PlanOnDevice = {
  /** What the planner says, for previews. */
  plan: TourPlan
  /** What is saved of it. */
  wire: TourPlanHere
}

/** What the planner made of a wish. */
export type TourPlans = {
  /** The wish as a text, to tell whether these plans are still those of the form. */
  asked: string
  proposed: PlanOnDevice
  /** Null where they are not shown. */
  previews: Previews | null
}

/** What Intelligent Mode shows beside the order that it proposes. */
type Previews = {
  /** What the agent's own order would come to. */
  given: TourPlan
  /** When the agent is free at all. */
  slots: Availability
}

type Options = {
  /** Without chosen homes there is no plan to keep. */
  hasHomes: boolean
  /** What is wrong in the form; while something is, the plans are those of an earlier wish. */
  problem: string | null
  /** Of the tour that is changed. */
  earlierStops: EarlierStops | undefined
  hasPreviews: boolean
}

type Planning = {
  /** The latest plans that were made; those of an earlier wish stand until the next ones are there. */
  plans: TourPlans | null
  isPlanning: boolean
  hasFailed: boolean
}

/** Stops of the tour as it was; they keep their names in another plan. */
type EarlierStops = Parameters<typeof wirePlanOf>[2]

/** Long enough not to plan for every key that is pressed. */
const pauseMs = 150

/**
 * Plans beside the page whenever the wish changes. While there is none although homes are chosen, because a day is being read
 * or a time typed, the latest plans stay: the page does not fold up and open again.
 */
export function useTourPlans(
  wish: TourWish | null,
  { hasHomes, problem, earlierStops, hasPreviews }: Options,
): Planning {
  const [plans, setPlans] = useState<TourPlans | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const asked = wish === null ? null : wishText(wish)

  useEffect(() => {
    if (wish === null || asked === null) return undefined
    const abort = new AbortController()
    const { signal } = abort
    async function plan(asking: TourWish, askedFor: string): Promise<void> {
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

/** The plan of a wish: the one that is shown when it is its own, so that what is saved is what was shown. */
export async function planToSave(
  wish: TourWish,
  shown: TourPlans | null,
  earlierStops?: EarlierStops,
): Promise<PlanOnDevice> {
  return shown?.asked === wishText(wish) ? shown.proposed : planOnDevice(wish, earlierStops)
}

/** Plans without the network and beside the page; aborting `signal` stops the search and rejects. */
async function planOnDevice(wish: TourWish, earlierStops: EarlierStops, signal?: AbortSignal): Promise<PlanOnDevice> {
  const plan = await planInWorker(planInputOf(wish), signal)
  return { plan, wire: wirePlanOf(plan, wish.listings, earlierStops) }
}

async function previewsOf(wish: TourWish, signal: AbortSignal): Promise<Previews> {
  const given = await planInWorker(planInputOf({ ...wish, planning: 'given' }), signal)
  return { given, slots: availability(planInputOf(wish)) }
}

function wishText(wish: TourWish): string {
  return JSON.stringify(wish)
}
