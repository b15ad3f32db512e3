import { planTour } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'
import { aRandomDay } from './random-days.ts'

/** The `fingerprint` of the plans of `comparisonDays`, which must be the same on every machine. */
export const knownFingerprint = '743909e2'

/** Days with estimated drives, so that distance arithmetic is compared, too; one has many stops. */
export function comparisonDays(): PlanInput[] {
  return Array.from({ length: 40 }, (_, index) => {
    const { matrix: _unused, ...day } = aRandomDay(index + 1, { stops: [4, index === 0 ? 30 : 10] })
    return { ...day, iterations: 60 }
  })
}

export function comparisonPlans(): TourPlan[] {
  return comparisonDays().map(planTour)
}

/** A short hash (FNV-1a), to compare results of two machines. */
export function fingerprint(value: unknown): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(value))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16)
}
