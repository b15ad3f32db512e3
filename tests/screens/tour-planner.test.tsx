import { expect, test } from 'vitest'
import { planTour } from '#core/planner/plan-tour.ts'
import { PlanContradiction, type PlanInput } from '#core/planner/plan-types.ts'
import { planInWorker } from '#features/tours/planning/plan-in-worker.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { comparisonDays, fingerprint, knownFingerprint, comparisonPlans } from '#tests/support/known-plans.ts'
import { longTest } from '#tests/support/long-test.ts'

function manyStops(count: number): PlanInput {
  return {
    start: 32_400,
    end: 61_200,
    stops: Array.from({ length: count }, (_, index) => ({
      listing_id: index + 1,
      latitude: 38.4 + 0.0017 * ((index * 37) % 101),
      longitude: -121.6 + 0.0019 * ((index * 53) % 103),
    })),
    minMinutes: 15,
    maxMinutes: 30,
    lunch: { minutes: 45, open: 39_600, close: 50_400 },
    busy: [],
  }
}

test('Chromium and Node plan the same, byte for byte', () => {
  expect(fingerprint(comparisonPlans())).toBe(knownFingerprint)
})

longTest('the worker and the page plan the same, byte for byte', async () => {
  const plans = await Promise.all(comparisonDays().map((day) => planInWorker(day)))
  expect(fingerprint(plans)).toBe(knownFingerprint)
})

longTest('the page responds while two hundred stops are planned in the worker', async () => {
  const planning = planInWorker({ ...manyStops(200), iterations: 150 })
  const isPlanned = planning.then(() => true)
  const nextTurn = () => new Promise<false>((resolve) => setTimeout(resolve, 0, false))
  let turns = 0
  while (!(await Promise.race([isPlanned, nextTurn()]))) turns += 1
  const plan = await planning
  expect(plan.stops.length + plan.dropped.length).toBe(200)
  expect(plan.stops.length).toBeGreaterThan(15)
  expect(turns).toBeGreaterThan(10)
})

test('an outdated plan is stopped, and the next one does not wait for it', async () => {
  const changed = new AbortController()
  const first = planInWorker({ ...manyStops(200), iterations: 10_000_000 }, changed.signal)
  changed.abort(new Error('changed'))
  await expect(first).rejects.toThrow('changed')
  expect(await planInWorker(manyStops(6))).toEqual(planTour(manyStops(6)))
  await expect(planInWorker(manyStops(6), changed.signal)).rejects.toThrow('changed')
})

test('a contradiction has its class and listings outside the worker, too', async () => {
  const day = manyStops(3)
  const stops = day.stops.map((stop) => Object.assign({ locked: true, windows: [[36_000, 37_800]] as const }, stop))
  const refused = await planInWorker({ ...day, stops }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PlanContradiction)
  expect(refused).toMatchObject({ listingIds: [1, 2, 3] })
})

test('the ZIP code places are loaded when needed', async () => {
  const placeOfZip = await loadZipPlaces()
  expect(placeOfZip('95838')).toMatchObject({ latitude: 38.646, longitude: -121.445 })
  expect(placeOfZip('00000')).toBeNull()
})
