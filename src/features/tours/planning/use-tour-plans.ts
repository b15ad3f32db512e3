import { useEffect, useState } from 'react'
import { type Availability, availability } from '#core/planner/availability.ts'
import type { TourPlan } from '#core/planner/plan-types.ts'
import { planInputOf, type TourWish } from '#core/planner/tour-planning.ts'
import { type PlanOnDevice, planTourOnDevice } from './plan-tour-on-device.ts'

/** What the planner made of a wish. */
export type TourPlans = {
  /** The wish as a text, to tell whether these plans are still those of the form. */
  asked: string
  proposed: PlanOnDevice
  /** What the agent's own order would come to. */
  given: TourPlan
  /** When the agent is free at all. */
  slots: Availability
}

type Planning = {
  /** The latest plans that were made; those of an earlier wish stand until the next ones are there. */
  plans: TourPlans | null
  isPlanning: boolean
  hasFailed: boolean
}

/** Of the tour that is changed; they keep their names. */
type StopsBefore = Parameters<typeof planTourOnDevice>[1]
const noStops: never[] = []

/** Long enough not to plan for every key that is pressed. */
const pauseMs = 150

/**
 * Plans beside the page whenever the wish changes. While there is none although homes are chosen, because a day is being read
 * or a time typed, the latest plans stay: the page does not fold up and open again.
 */
export function useTourPlans(wish: TourWish | null, hasHomes: boolean, before: StopsBefore = noStops): Planning {
  const [plans, setPlans] = useState<TourPlans | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const asked = wish === null ? null : wishText(wish)

  useEffect(() => {
    if (wish === null || asked === null) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      planBoth(wish, before, abort.signal).then(setPlans, () => {
        if (!abort.signal.aborted) setFailed(asked)
      })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort(new Error('Another tour is planned.'))
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `asked` is the whole wish
  }, [asked])

  if (asked === null) return { plans: hasHomes ? plans : null, isPlanning: false, hasFailed: false }
  const hasFailed = failed === asked
  return { plans, isPlanning: plans?.asked !== asked && !hasFailed, hasFailed }
}

/** The plans of a wish: those that are shown when they are its own, so that what is saved is what was shown. */
export async function plansOf(
  wish: TourWish,
  shown: TourPlans | null,
  before: StopsBefore = noStops,
): Promise<TourPlans> {
  return shown?.asked === wishText(wish) ? shown : planBoth(wish, before)
}

async function planBoth(wish: TourWish, before: StopsBefore, signal?: AbortSignal): Promise<TourPlans> {
  const proposed = await planTourOnDevice(wish, before, signal)
  const given =
    wish.planning === 'given' ? proposed : await planTourOnDevice({ ...wish, planning: 'given' }, [], signal)
  return { asked: wishText(wish), proposed, given: given.plan, slots: availability(planInputOf(wish)) }
}

function wishText(wish: TourWish): string {
  return JSON.stringify(wish)
}
