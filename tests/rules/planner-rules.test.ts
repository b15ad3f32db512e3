import { expect, test } from 'vitest'
import { planTour } from '#core/planner/plan-tour.ts'
import { fingerprint, knownFingerprint, comparisonPlans } from '#tests/support/known-plans.ts'
import { brokenRules } from '#tests/support/plan-checker.ts'
import { aRandomDay, shuffled } from '#tests/support/random-days.ts'
import { longTest } from '#tests/support/long-test.ts'

test('no plan of a random day breaks a rule', () => {
  for (let seed = 1; seed <= 700; seed += 1) {
    const day = aRandomDay(seed, { stops: [0, 9] })
    const plan = planTour(day)
    if (!plan.warnings.includes('fixed_visit_missed')) expect(brokenRules(day, plan), `seed ${seed}`).toEqual([])
  }
})

longTest('a visit has the length that the agent set, and no rule is broken', () => {
  let lengths = 0
  for (let seed = 1; seed <= 200; seed += 1) {
    const day = aRandomDay(seed, { stops: [1, seed % 20 === 0 ? 20 : 8], hasLengths: true })
    const plan = planTour({ ...day, iterations: 30, order: seed % 3 === 0 ? 'given' : 'best' })
    lengths += plan.stops.filter(({ listing_id }) => day.stops[Number(listing_id) - 1]?.minutes !== undefined).length
    if (!plan.warnings.includes('fixed_visit_missed')) expect(brokenRules(day, plan), `seed ${seed}`).toEqual([])
  }
  expect(lengths).toBeGreaterThan(200)
})

test('no plan of a day too large for an exact search breaks a rule', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const day = { ...aRandomDay(seed, { stops: [16, 40] }), iterations: 30 }
    const plan = planTour(day)
    if (!plan.warnings.includes('fixed_visit_missed')) expect(brokenRules(day, plan), `seed ${seed}`).toEqual([])
  }
})

test('an order set by the agent is kept, and no rule is broken', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const day = shuffled(aRandomDay(seed, { stops: [0, 8] }), seed)
    const plan = planTour({ ...day, order: 'given' })
    if (plan.warnings.includes('fixed_visit_missed')) continue
    expect(brokenRules(day, plan), `seed ${seed}`).toEqual([])
    const asked = day.stops.map(({ listing_id }) => listing_id)
    const places = plan.stops.map(({ listing_id }) => asked.indexOf(listing_id))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  }
})

test('the order in which stops are entered does not change the plan', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const day = {
      ...aRandomDay(seed, { stops: [2, seed % 10 === 0 ? 24 : 8], isCoarse: seed % 2 === 0 }),
      iterations: 20,
    }
    const plan = JSON.stringify(planTour(day))
    for (let round = 1; round <= 3; round += 1) expect(JSON.stringify(planTour(shuffled(day, round)))).toBe(plan)
  }
})

test('plans are the same on every machine, byte for byte', () => {
  expect(fingerprint(comparisonPlans())).toBe(knownFingerprint)
})
