import { expect, test } from 'vitest'
import { formatPlanTotals, formatOutcome, formatSaving, droppedWords } from '#features/tours/planning/plan-labels.ts'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { isUnplaced, stopKey, type TimedStop } from '#core/domain/tours/timed-stop.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { tourMiles, tourMilesText, tourMinutes } from '#core/domain/tours/tour-labels.ts'
import { tourTimeline } from '#core/domain/tours/tour-timeline.ts'
import { type DrivePart, planDay } from '#core/domain/schedule/day-plan.ts'
import { entriesOfDay, type RecordOfDay } from '#core/domain/schedule/day-entries.ts'
import type { Visit } from '#core/domain/travel/find-clashes.ts'
import { runOf } from '#core/domain/tours/tour-run.ts'
import { runTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import { planTour } from '#core/planner/plan-tour.ts'
import { planInputOf, type TouredListing, wirePlanOf, planningDay } from '#core/planner/tour-planning.ts'
import { formatMiles, formatDrive } from '#core/format/durations.ts'

const home = (id: number | string, north: number, more: Partial<TouredListing> = {}): TouredListing => ({
  id,
  address: `${id} Elm St`,
  city: 'Salem',
  latitude: 44.9 + north,
  longitude: -123,
  ...more,
})
const nowhere = { latitude: null, longitude: null }
const about = { uncertaintyMiles: 1 }

type Wishes = { end_time?: string; planning?: 'best' | 'given'; lunch?: boolean; own?: Visit[] }

function planOf(listings: TouredListing[], more: Wishes = {}) {
  const { end_time = '12:00', planning = 'best', lunch = false, own = [] } = more
  const preferences = { ...defaultTourPreferences, include_lunch_break: lunch }
  const day = planningDay(own, [])
  const plan = planTour(planInputOf({ start_time: '09:00', end_time, preferences, listings, day, planning }))
  return { plan, wire: wirePlanOf(plan, listings) }
}

test('a home without a location is left out, or put last without a drive if the agent says so', () => {
  const homes = [home(1, 0), home(2, 0, nowhere), home(3, 0.05)]
  expect(planOf(homes).plan.dropped).toEqual([{ listing_id: 2, reason: 'no_location' }])
  for (const planning of ['best', 'given'] as const) {
    const { plan, wire } = planOf([home(1, 0), home(2, 0, { ...nowhere, unplacedLast: true }), home(3, 0.05)], {
      planning,
    })
    expect([plan.dropped, plan.complete]).toEqual([[], true])
    expect(wire.stops.at(-1)).toMatchObject({ listing_id: 2, order: 3, latitude: null, drive_minutes: null })
    expect(wire.stops.map(isUnplaced)).toEqual([false, false, true])
    expect(wire.stops[2]?.estimated_arrival).toBe(wire.stops[1]?.estimated_departure)
    // No figure includes the drive to it, and the text says so.
    expect(plan.total_distance).toBe(planOf([home(1, 0), home(3, 0.05)], { planning }).plan.total_distance)
    expect(formatOutcome(plan, 3)).toMatch(/^3 homes · .* mi without the drive to 1 home$/)
    expect(formatPlanTotals(plan)).toMatch(/^[\d.]+ mi without the drive to 1 home$/)
    expect(tourMilesText(wire)).toBe(`${wire.total_distance.toFixed(1)} mi without the drive to 1 home`)
  }
})

test('equal plans are sorted by address, since a home has different ids on device and server', () => {
  const addresses = ['9 Elm St', '2 Elm St', '5 Elm St', '3 Elm St']
  const routeOf = (ids: (number | string)[]) =>
    planOf(ids.map((id, at) => home(id, 0, { ...about, home: addresses[at], address: addresses[at]! }))).wire.stops.map(
      ({ listing_address }) => listing_address,
    )
  expect(routeOf(['local-b', 'local-d', 'local-a', 'local-c'])).toEqual(routeOf([1, 2, 3, 4]))
  expect(routeOf([4, 2, 1, 3])).toEqual(routeOf([1, 2, 3, 4]))
})

test('a home put last does not displace a home with a location', () => {
  const homes = [home(1, 0), home(2, 0.01), home(9, 0, { ...nowhere, unplacedLast: true })]
  const { plan } = planOf(homes, { end_time: '10:10' })
  expect(new Set(plan.stops.map(({ listing_id }) => listing_id))).toEqual(new Set([1, 2]))
  expect(plan.dropped).toEqual([{ listing_id: 9, reason: 'not_enough_time' }])
})

test('a plan whose homes all lack a location has no miles', () => {
  const { plan, wire } = planOf([1, 2].map((id) => home(id, 0, { ...nowhere, unplacedLast: true })))
  expect(formatOutcome(plan, 2)).toMatch(/ · miles unknown$/)
  expect([tourMilesText(wire), tourMiles(wire)]).toEqual(['miles unknown', '–'])
})

test('figures with an approximate home are marked and claim no savings; exact ones are unchanged', () => {
  const exact = planOf([home(1, 0), home(2, 0.05), home(3, 0.02)])
  const rough = planOf([home(1, 0), home(2, 0.05, about), home(3, 0.02)])
  expect([exact.plan.is_approximate, rough.plan.is_approximate]).toEqual([undefined, true])
  expect(formatOutcome(rough.plan, 3)).toMatch(/ · ≈ [\d.]+ mi$/)
  expect(formatOutcome(exact.plan, 3)).toMatch(/M · [\d.]+ mi$/)
  expect(formatPlanTotals(rough.plan)).toMatch(/^≈ [\d.]+ mi \(≈ [\d.]+ km\) · ≈ \d+% efficient$/)
  expect(formatPlanTotals(exact.plan)).toMatch(/^[\d.]+ mi \([\d.]+ km\) · \d+% efficient$/)
  const given = (more: Partial<TouredListing>) =>
    planOf([home(1, 0), home(2, 0.05, more), home(3, 0.02)], { planning: 'given' }).plan
  expect(formatSaving(exact.plan, given({}))).toEqual([expect.stringMatching(/^Saves /)])
  expect(formatSaving(rough.plan, given(about))).toEqual([])
  expect(tourMiles(rough.wire)).toBe(`≈ ${rough.wire.total_distance.toFixed(1)}`)
  expect(tourMinutes(rough.wire)).toBe(`≈ ${rough.wire.estimated_duration}`)
  expect(tourMinutes(exact.wire)).toBe(String(exact.wire.estimated_duration))
  expect(formatMiles(9.7)).toBe('9.7 mi')
})

test('missing minutes are marked approximate if a drive among them is', () => {
  const short = (more: Partial<TouredListing>, of: Partial<TouredListing> = {}) => {
    const { plan, wire } = planOf([home(1, 0, of), home(2, 0.1, more)], { end_time: '09:35', planning: 'given' })
    expect(plan.dropped[0]?.is_approximate === true).toBe(wire.dropped[0]?.is_approximate)
    return wire.dropped.map(droppedWords)
  }
  expect(short({})).toEqual([expect.stringMatching(/^\d+ min short$/)])
  expect(short(about)).toEqual([expect.stringMatching(/^≈ \d+ min short$/)])
  expect(short({}, about)).toEqual([expect.stringMatching(/^≈ \d+ min short$/)])
})

test('a drive has the same figure on the tour page, in the run and on Today', () => {
  const place = { latitude: 44.93, longitude: -123.02, uncertaintyMiles: 2, home: '8 Oak St' }
  const notary = {
    key: 'own',
    date: '2026-11-21',
    title: 'Notary',
    start_time: '10:07:00',
    end_time: '10:41:00',
    place,
  }
  const beside = [
    { ...notary, key: 'before', start_time: '08:00:00', end_time: '09:00:00' },
    { ...notary, key: 'after', start_time: '15:40:00', end_time: '16:00:00' },
  ]
  for (let seed = 0; seed < 60; seed += 1) {
    const north = (id: number) => ((seed * 37 + id * 53) % 100) / 500
    const homes = [1, 2, 3, 4].map((id) => home(id, north(id), (seed + id) % 3 === 0 ? about : {}))
    const own = [...(seed % 4 < 2 ? [notary] : []), ...(seed % 3 === 0 ? beside : [])]
    const closed: [number, number][] = [[0, (9 * 60 + ((seed * 17) % 240)) * 60]]
    const { wire } = planOf([{ ...homes[0]!, closed }, ...homes.slice(1)], {
      end_time: '15:30',
      lunch: seed % 2 === 0,
      own,
    })
    const { lunch } = wire
    const stops: TimedStop[] = wire.stops
    const run = runOf({ stops, lunch, steps: [] })
    const tour = { key: 't', id: 1, client_email: '', status: 'scheduled', stops, lunch }
    const ends = { start_time: '09:00', end_time: '15:30', place: null, title: '' }
    const records: RecordOfDay[] = [
      { kind: 'tour', key: 'tour t', record: tour, homes: [], ...ends },
      ...own.map((visit) => ({ ...visit, kind: 'appointment' as const, record: { key: 'a', location: 'Court' } })),
    ]
    const drivesOf = (parts: { kind: string }[]) =>
      (parts.filter(({ kind }) => kind === 'drive') as DrivePart[]).map(formatDrive)
    const onPage = drivesOf(tourTimeline(stops, lunch, own))
    expect(onPage.length, String(seed)).toBeGreaterThan(1)
    expect(drivesOf(runTimeline(run, lunch, own)), `run ${seed}`).toEqual(onPage)
    expect(drivesOf(planDay(entriesOfDay(records, null))), `Today ${seed}`).toEqual(onPage)

    const now = secondsOfDay(stops[0]!.estimated_departure!) + 7 * 60 + 23
    const left = { id: 'l', stop_id: stopKey(stops[0]!), kind: 'left' as const, at: timeOfSeconds(now) }
    const steps = [{ ...left, minutes: null, rating: null, note: '', undoes: null }]
    const begun = { ...tour, status: 'in_progress', steps }
    const later = drivesOf(runTimeline(runOf({ stops, lunch, steps }, now), lunch, own))
    const today = entriesOfDay([{ ...records[0]!, record: begun } as RecordOfDay, ...records.slice(1)], now / 60)
    expect(drivesOf(planDay(today)), `Today, late, ${seed}`).toEqual(later)
  }
})

test('each drive of a tour has one figure, with ≈ if one of its ends is approximate', () => {
  const { wire } = planOf([home(1, 0), home(2, 0.05, about), home(3, 0.09), home(4, 0.13)], { planning: 'given' })
  const stops: TimedStop[] = wire.stops
  const drives = tourTimeline(stops, null).flatMap((entry) => (entry.kind === 'drive' ? formatDrive(entry) : []))
  expect(drives.map((words) => words.includes('≈'))).toEqual([true, true, false])
  expect(drives[2]).toBe(`${wire.stops[3]?.drive_minutes} min · ${wire.stops[3]?.drive_miles} mi`)
  // Plans count whole minutes, so the time between two visits equals the drive shown.
  for (const [index, stop] of wire.stops.entries())
    expect(
      [stop.estimated_arrival, stop.estimated_departure].map((time) => time.slice(-2)),
      String(index),
    ).toEqual(['00', '00'])
})
