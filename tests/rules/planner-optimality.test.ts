import { expect, test } from 'vitest'
import { planTour } from '#core/planner/plan-tour.ts'
import { PlanContradiction, type PlanInput, type Span, type TourPlan } from '#core/planner/plan-types.ts'
import { bruteForce } from '#tests/support/planner-brute-force.ts'
import { aRandomDay } from '#tests/support/random-days.ts'

/** Visits have their minimum length, so that the end of the plan is the end that was compared. */
function withShortVisits(day: PlanInput): PlanInput {
  return { ...day, maxMinutes: day.minMinutes }
}

function planQuality(day: PlanInput, plan: TourPlan) {
  const priorities = new Map(day.stops.map(({ listing_id, priority }) => [listing_id, priority ?? 1]))
  return {
    priority: plan.stops.reduce((sum, { listing_id }) => sum + (priorities.get(listing_id) ?? 0), 0),
    drive: plan.drive_seconds,
    end: Math.max(
      day.start,
      plan.lunch?.[1] ?? 0,
      ...plan.stops.map(({ departure }) => departure),
      ...plan.legs.map(({ arrive }) => arrive),
      ...(day.fixed ?? []).map(({ end }) => end),
    ),
    sequence: plan.stops.map(({ listing_id }) => listing_id),
  }
}

function expectTheBest(day: PlanInput): void {
  const plan = planTour(day)
  const best = bruteForce(day)
  // The agent's own visits contradict each other or the busy time, so no plan reaches all of them.
  if (plan.warnings.includes('fixed_visit_missed')) return expect(best).toBeNull()
  expect(planQuality(day, plan)).toEqual(best)
  expect(plan.proven_optimal).toBe(true)
}

test.each([false, true])(
  'no plan of a small day is better, with all orders of all choices tried (ties: %s)',
  (isCoarse) => {
    for (let seed = 1; seed <= 150; seed += 1)
      expectTheBest(withShortVisits(aRandomDay(seed + (isCoarse ? 1000 : 0), { stops: [0, 5], isCoarse })))
  },
)

test('no plan is better if the agent has set the length of some visits', () => {
  for (let seed = 1; seed <= 80; seed += 1)
    expectTheBest(withShortVisits(aRandomDay(seed + 2000, { stops: [1, 5], hasLengths: true })))
})

test('an own visit that can only be reached by way of a home is reached', () => {
  for (const seed of [543, 3265]) {
    const day = withShortVisits(aRandomDay(seed, { stops: [0, 5] }))
    expect(planTour(day).warnings).not.toContain('fixed_visit_missed')
    expectTheBest(day)
    expect(planTour({ ...day, order: 'given' }).legs.map(({ to }) => to)).toContain('fixed-0')
  }
})

/** The same tour with hours that include the own visits beside it; homes and lunch keep the hours that they had. */
function withVisitsInside(day: PlanInput): PlanInput {
  const { start, end, fixed = [], lunch } = day
  const within = ([from, to]: Span) => [Math.max(from, start), Math.min(to, end)] as const
  const [open, close] = lunch === null ? [0, 0] : within([lunch.open, lunch.close])
  return {
    ...day,
    start: Math.min(start, ...fixed.map((visit) => visit.start)),
    end: Math.max(end, ...fixed.map((visit) => visit.end)),
    stops: day.stops.map((stop) => Object.assign({}, stop, { windows: (stop.windows ?? [[start, end]]).map(within) })),
    lunch: lunch && { ...lunch, open, close },
  }
}

test('no plan is better between own visits before and after the tour', () => {
  let days = 0
  for (let seed = 1; days < 60; seed += 1) {
    const day = withShortVisits(aRandomDay(seed + 7000, { stops: [1, 5] }))
    const [before, after] = (day.fixed ?? []).toSorted((one, other) => one.start - other.start)
    if (before === undefined || day.startPlace !== undefined || day.endPlace !== undefined) continue
    const [start, end] = [before.end + (seed % 3) * 600, (after?.start ?? day.end) - (seed % 2) * 600]
    if (end - start < 3600) continue
    days += 1
    const between = { ...day, start, end }
    const whole = withVisitsInside(between)
    const best = bruteForce(whole)
    const plan = planTour(between)
    if (plan.warnings.includes('fixed_visit_missed')) expect(best).toBeNull()
    else expect(planQuality(whole, plan), `day ${seed}`).toEqual(best)
  }
})

test('the best plan contains the locked stops, or there is no plan', () => {
  let contradictions = 0
  for (let seed = 1; seed <= 80; seed += 1) {
    const day = withShortVisits(aRandomDay(seed + 5000, { stops: [2, 5] }))
    if (bruteForce(day) === null) continue
    const locked = { ...day, stops: day.stops.map((stop, index) => Object.assign({ locked: index < 2 }, stop)) }
    const best = bruteForce(locked)
    if (best === null) {
      contradictions += 1
      expect(() => planTour(locked)).toThrow(PlanContradiction)
    } else expectTheBest(locked)
  }
  expect(contradictions).toBeGreaterThan(5)
})

test.each([
  [1, { priority: 10, drive: 7380 }],
  [3, { priority: 12, drive: 7500 }],
  [5, { priority: 14, drive: 7320 }],
  [7, { priority: 10, drive: 8100 }],
  [10, { priority: 12, drive: 6960 }],
  [17, { priority: 13, drive: 8040 }],
])('a plan of twenty stops is as good as the best of eight searches (day %i)', (seed, best) => {
  const { matrix: _estimatedInstead, ...day } = aRandomDay(seed, { stops: [20, 20] })
  const long = { ...day, start: 32_400, end: 61_200, minMinutes: 30, maxMinutes: 30, busy: [] }
  expect(planQuality(long, planTour(long))).toMatchObject(best)
})
