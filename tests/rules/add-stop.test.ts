import { expect, test } from 'vitest'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import type { TourStep } from '#core/contract/tour.ts'
import { isValidPlanFor } from '#core/domain/tours/tour-plan-check.ts'
import { runOf } from '#core/domain/tours/tour-run.ts'
import { inputWithAddedStop, stopsWithAdded } from '#core/planner/add-stop.ts'
import { planTour } from '#core/planner/plan-tour.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'

const place = (north: number) => ({ latitude: 44.9 + north, longitude: -123 })
const stop = (id: number, from: string, to: string) => ({
  order: id,
  stop_id: `stop-${id}`,
  listing_id: id,
  listing_address: `${id} Elm St`,
  listing_city: 'Salem',
  duration_minutes: 30,
  estimated_arrival: `${from}:00`,
  estimated_departure: `${to}:00`,
  ...place(id / 100),
  drive_minutes: id === 1 ? null : 5,
  drive_miles: id === 1 ? null : 1.2,
})
const stops = [stop(1, '09:00', '09:30'), stop(2, '09:35', '10:05'), stop(3, '10:10', '10:40')]
const preferences = { ...defaultTourPreferences, min_duration_per_property: 20 }
const tour = { start_time: '09:00', lunch: null, preferences }
const home: TouredListing = { id: 'local-new', address: '9 Oak Way', city: 'Salem', ...place(0.015) }

const step = (kind: 'arrived' | 'left' | 'skipped', id: number, at: string): TourStep => ({
  id: `${kind} ${id}`,
  kind,
  stop_id: `stop-${id}`,
  at: `${at}:00`,
  minutes: null,
  rating: null,
  note: '',
  undoes: null,
})

type Wishes = {
  at?: 'next' | 'last'
  now?: number | null
  steps?: TourStep[]
  added?: TouredListing
  busy?: [number, number][]
}

function withHome({ at = 'next', now = null, steps = [], added = home, busy = [] }: Wishes) {
  const run = runOf({ stops, steps }, now)
  const question = inputWithAddedStop({ tour, run, home: added, at, day: { busy, fixed: [] }, now })
  const found = stopsWithAdded(question, planTour(question.input), stops)
  if (found === null) return null
  const selected_listings = found.stops.map(({ listing_id }) => (listing_id === 'local-new' ? 4 : Number(listing_id)))
  const numbered = found.stops.map((one, index) => ({ ...one, listing_id: selected_listings[index] ?? 0 }))
  const asked = { start_time: '09:00:00', end_time: found.ends, selected_listings }
  // The server accepts a submitted plan only if it matches the tour.
  expect(isValidPlanFor(asked, { stops: numbered as never, dropped: [] })).toBe(true)
  return found
}

const times = (found: ReturnType<typeof withHome>) =>
  found?.stops.map(({ listing_address, estimated_arrival, estimated_departure, drive_minutes }) =>
    [listing_address, estimated_arrival?.slice(0, 5), estimated_departure?.slice(0, 5), drive_minutes].join(' '),
  )

const clock = (hours: number, minutes: number) => (hours * 60 + minutes) * 60

test('a home added next follows the current visit, and the later stops move', () => {
  const found = withHome({ steps: [step('arrived', 1, '09:00')], now: clock(9, 10) })
  expect(times(found)).toEqual([
    '1 Elm St 09:00 09:30 ',
    '9 Oak Way 09:34 09:54 4',
    '2 Elm St 09:58 10:28 4',
    '3 Elm St 10:33 11:03 5',
  ])
  expect(found?.stops.map(({ stop_id }) => stop_id)).toEqual(['stop-1', 'new', 'stop-2', 'stop-3'])
})

test('a home added while running late is planned no earlier than the agent can be there', () => {
  const found = withHome({ steps: [step('arrived', 1, '09:40'), step('left', 1, '10:10')], now: clock(10, 12) })
  expect(times(found)?.slice(0, 2)).toEqual(['1 Elm St 09:00 09:30 ', '9 Oak Way 10:16 10:36 4'])
})

test('a home added last moves no other stop, and the tour ends later', () => {
  const found = withHome({ at: 'last' })
  expect(times(found)).toEqual([
    '1 Elm St 09:00 09:30 ',
    '2 Elm St 09:35 10:05 5',
    '3 Elm St 10:10 10:40 5',
    '9 Oak Way 10:47 11:07 7',
  ])
  expect(found).toMatchObject({ ends: '11:07:00', estimated_duration: 127 })
})

test('no drive starts at a skipped stop, which stays after the home added next', () => {
  const steps = [step('arrived', 1, '09:00'), step('left', 1, '09:30'), step('skipped', 2, '09:31')]
  expect(withHome({ steps, now: clock(9, 32) })?.stops.map(({ listing_id }) => listing_id)).toEqual([
    1,
    'local-new',
    2,
    3,
  ])
})

test('a home added before the first stop comes first, at the start of the tour or from now', () => {
  expect(times(withHome({}))?.[0]).toBe('9 Oak Way 09:00 09:20 ')
  expect(times(withHome({ now: clock(9, 20) }))?.[0]).toBe('9 Oak Way 09:20 09:40 ')
})

test('the drive to an approximate location takes a typical time, and the stop is marked approximate', () => {
  const added = { ...home, uncertaintyMiles: 2, home: '9 oak way' }
  const found = withHome({ at: 'last', added })
  expect(found?.stops.at(-1)).toMatchObject({ is_approximate: true, uncertainty_miles: 2 })
  expect(found?.stops.at(-1)?.drive_minutes).toBeGreaterThan(withHome({ at: 'last' })?.stops.at(-1)?.drive_minutes ?? 0)
})

test('a home without a known location comes last, without a drive', () => {
  const found = withHome({ added: { ...home, latitude: null, longitude: null, unplacedLast: true } })
  expect(found?.stops.at(-1)).toMatchObject({ listing_address: '9 Oak Way', drive_minutes: null, latitude: null })
})

test('adding a home says so if the day has no time left', () => {
  expect(withHome({ at: 'last', busy: [[clock(10, 40), clock(23, 59)]] })).toBeNull()
})
