import { expect, test } from 'vitest'
import { planTour } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'
import { aRandomDay } from '#tests/support/random-days.ts'

/** The day with only the stops of this plan and one more, changed as the given reason suggests. */
function asAdvised(day: PlanInput, plan: TourPlan, one: number | string, advice: Partial<PlanInput>): PlanInput {
  const wanted = new Set([...plan.stops.map(({ listing_id }) => listing_id), one])
  const rows = [...(day.matrix?.seconds.keys() ?? [])].filter(
    (row) => row >= day.stops.length || wanted.has(day.stops[row]?.listing_id ?? ''),
  )
  const pick = (matrix: readonly (readonly number[])[] = []) =>
    rows.map((row) => rows.map((column) => matrix[row]?.[column] ?? 0))
  return {
    ...day,
    stops: day.stops.filter(({ listing_id }) => wanted.has(listing_id)),
    matrix: { seconds: pick(day.matrix?.seconds), metres: pick(day.matrix?.metres) },
    ...advice,
  }
}

const isLunchDue = ({ start, end, lunch }: PlanInput) =>
  lunch !== null && Math.min(end, lunch.close) - Math.max(start, lunch.open) >= lunch.minutes * 60

test.each(['best', 'given'] as const)(
  'a dropped stop fits if the day gets its missing minutes, in the %s order',
  (order) => {
    let believed = 0
    for (let seed = 1; seed <= 100; seed += 1) {
      const day = { ...aRandomDay(seed + 20_000, { stops: [3, 8] }), order }
      const plan = planTour(day)
      // A longer day has more of the agent's own visits in it.
      if (plan.warnings.length > 0 || day.fixed?.some((visit) => visit.end > day.end)) continue
      for (const { listing_id, reason, missing_minutes = 0 } of plan.dropped) {
        if (reason !== 'not_enough_time') continue
        const longer = asAdvised(day, plan, listing_id, { end: day.end + missing_minutes * 60 })
        // Homes that are open at the same hour only do not fit, however long the day is.
        if (!planTour(asAdvised(day, plan, listing_id, { end: 100_000 })).complete) continue
        // A longer day may require a lunch, and then it is not comparable.
        if (isLunchDue(longer) !== isLunchDue(day)) continue
        believed += 1
        expect(planTour(longer), `seed ${seed}, listing ${listing_id}`).toMatchObject({ complete: true })
      }
    }
    expect(believed).toBeGreaterThan(40)
  },
)

test('a dropped stop fits with its missing minutes before or around an own visit after the tour', () => {
  let believed = 0
  for (let seed = 1; seed <= 3000; seed += 1) {
    const random = aRandomDay(seed + 40_000, { stops: [3, 7] })
    const [after, another] = (random.fixed ?? []).toSorted((one, other) => other.start - one.start)
    if (after === undefined || another !== undefined || random.endPlace !== undefined) continue
    const day = { ...random, end: after.start - (seed % 4) * 600 }
    if (day.end - day.start < 3600 || after.end > random.end) continue
    const plan = planTour(day)
    if (plan.warnings.length > 0) continue
    for (const { listing_id, reason, missing_minutes = 0 } of plan.dropped) {
      if (reason !== 'not_enough_time') continue
      const longer = asAdvised(day, plan, listing_id, { end: day.end + missing_minutes * 60 })
      if (!planTour(asAdvised(day, plan, listing_id, { end: 100_000 })).complete) continue
      if (isLunchDue(longer) !== isLunchDue(day)) continue
      believed += 1
      expect(planTour(longer), `seed ${seed}, listing ${listing_id}`).toMatchObject({ complete: true })
    }
  }
  expect(believed).toBeGreaterThan(25)
})
