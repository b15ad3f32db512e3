import { planTour } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'
import { aRandomDay } from './random-days.ts'

/** What `fingerprint` gives for the plans of `daysToAgreeOn`: every machine must come to the same bytes. */
export const knownFingerprint = '743909e2'

/** Days with estimated drives, so that the arithmetic of places is compared as well; one of them has many stops. */
export function daysToAgreeOn(): PlanInput[] {
  return Array.from({ length: 40 }, (_, index) => {
    const { matrix: _unused, ...day } = aRandomDay(index + 1, { stops: [4, index === 0 ? 30 : 10] })
    return { ...day, iterations: 60 }
  })
}

export function plansToAgreeOn(): TourPlan[] {
  return daysToAgreeOn().map(planTour)
}

/** A short number for a long text (FNV-1a), to compare what two machines wrote. */
export function fingerprint(value: unknown): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(value))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16)
}
