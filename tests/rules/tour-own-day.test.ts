import { expect, test } from 'vitest'
import { planDay } from '#core/domain/schedule/day-plan.ts'
import { estimateDrive, metersPerMile, type Place } from '#core/domain/travel/driving.ts'
import { leavingFor } from '#core/domain/travel/leave-by.ts'
import { routeEntries } from '#core/domain/schedule/route-entries.ts'
import { stopTimes } from '#core/domain/tours/timed-stop.ts'
import { type OwnVisit, ownVisitsBetween, ownVisitsOfTour } from '#core/domain/tours/tour-halts.ts'
import { runOf } from '#core/domain/tours/tour-run.ts'
import { runTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import { tourTimeline } from '#core/domain/tours/tour-timeline.ts'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { planTour } from '#core/planner/plan-tour.ts'
import { planInputOf, wirePlanOf, planningDay } from '#core/planner/tour-planning.ts'
import { formatMinutesOfDay } from '#core/format/times.ts'

const hours = { start_time: '09:00:00', end_time: '17:00:00' }
const places = {
  elm: { latitude: 38.58, longitude: -121.48 },
  oak: { latitude: 38.71, longitude: -121.16 },
  school: { latitude: 38.6, longitude: -121.41 },
  river: { latitude: 38.66, longitude: -121.33 },
}

function ownVisit(key: string, start_time: string, end_time: string, place: OwnVisit['place']): OwnVisit {
  return { key, title: `Showing at ${key}`, start_time, end_time, place }
}

// One home fits before them and one after.
const own = [
  ownVisit('school', '10:00:00', '13:00:00', places.school),
  ownVisit('river', '13:30:00', '14:00:00', places.river),
]

function aTourAround(visits: readonly OwnVisit[]) {
  const listings = (['elm', 'oak'] as const).map((address, index) => ({
    id: index + 1,
    address,
    city: 'Salem',
    latitude: places[address].latitude,
    longitude: places[address].longitude,
  }))
  const preferences = { ...defaultTourPreferences, max_duration_per_property: 30, include_lunch_break: false }
  const day = planningDay(visits, [])
  const plan = planTour(planInputOf({ ...hours, preferences, listings, day, planning: 'given' }))
  return { ...hours, ...wirePlanOf(plan, listings), plan }
}

const shape = (tour: ReturnType<typeof aTourAround>, visits: readonly OwnVisit[]) =>
  tourTimeline(tour.stops, tour.lunch, ownVisitsOfTour(tour, visits)).map((entry) => {
    if (entry.kind === 'stop') return entry.stop.listing_address
    if (entry.kind === 'own') return `own ${entry.visit.key}`
    return entry.kind === 'drive' ? `drive${entry.shortMinutes > 0 ? ` ${entry.shortMinutes} short` : ''}` : 'lunch'
  })

test('a tour shows busy times it was planned around, with drives that do not count in its miles', () => {
  const tour = aTourAround(own)
  expect(tour.stops.map(({ estimated_arrival }) => estimated_arrival > '14:00:00')).toEqual([false, true])
  expect(shape(tour, own)).toEqual(['elm', 'drive', 'own school', 'drive', 'own river', 'drive', 'oak'])
  const drives = tourTimeline(tour.stops, tour.lunch, own).filter((entry) => entry.kind === 'drive')
  expect(tour.total_distance).toBeCloseTo(estimateDrive(places.elm, places.oak).metres / metersPerMile, 1)
  expect(drives.reduce((sum, drive) => sum + drive.miles, 0)).toBeGreaterThan(tour.total_distance)
  // A drive takes the whole minutes between the times shown, which have seconds.
  const shown = (seconds: number) => Math.floor(seconds / 60)
  const leg = tour.plan.legs.find(({ to }) => to === 2)!
  expect(drives.at(-1)?.minutes).toBe(shown(leg.arrive) - shown(leg.depart))
})

test('drives from an own visit before the first home and to one after the last are shown', () => {
  const early = ownVisit('school', '09:00:00', '09:30:00', places.school)
  const late = ownVisit('river', '16:00:00', '16:45:00', places.river)
  const tour = aTourAround([late, early])
  expect(shape(tour, [late, early])).toEqual(['own school', 'drive', 'elm', 'drive', 'oak', 'drive', 'own river'])
  expect(ownVisitsBetween(tour.stops, [late, early])).toEqual([])
})

test('own visits near the start and end of a tour are in its route with drives, others are not', () => {
  const [first, dawn] = [
    ownVisit('school', '07:00:00', '09:00:00', places.school),
    ownVisit('dawn', '06:00:00', '06:30:00', places.river),
  ]
  const [evening, night] = [
    ownVisit('river', '17:00:00', '18:30:00', places.river),
    ownVisit('night', '19:00:00', '19:30:00', places.elm),
  ]
  const call = ownVisit('call', '18:40:00', '18:50:00', null)
  const day = [night, call, evening, first, dawn]
  const tour = aTourAround(day)
  expect(shape(tour, day)).toEqual(['own school', 'drive', 'elm', 'drive', 'oak', 'drive', 'own river'])
  const minutes = tourTimeline(tour.stops, tour.lunch, ownVisitsOfTour(tour, day)).find(({ kind }) => kind === 'drive')
  expect(minutes).toMatchObject({ minutes: tour.stops[0]!.drive_minutes, miles: tour.stops[0]!.drive_miles })
  expect(secondsOfDay(tour.stops[0]!.estimated_arrival)).toBe(
    secondsOfDay('09:00:00') + tour.stops[0]!.drive_minutes! * 60,
  )
  // A visit that overlaps the start of the hours is where the agent comes from.
  const over = ownVisit('over', '08:30:00', '09:10:00', places.river)
  expect(shape(aTourAround([dawn, over]), [dawn, over])[0]).toBe('own over')
  expect(shape(aTourAround([dawn, over]), [dawn, over])).not.toContain('own dawn')
})

test('drives to another tour end at its first stop, and drives from it start at its last', () => {
  const other = { ...ownVisit('tour', '10:00:00', '16:00:00', places.river), endPlace: places.school }
  const tour = aTourAround([other])
  expect(shape(tour, [other])).toEqual(['elm', 'drive', 'own tour', 'drive', 'oak'])
  const drives = (entries: ReturnType<typeof tourTimeline>) =>
    entries.flatMap((entry) => (entry.kind === 'drive' ? entry.miles : []))
  const miles = (from: Place, to: Place) => Math.round((estimateDrive(from, to).metres / metersPerMile) * 10) / 10
  const expected = [miles(places.elm, places.river), miles(places.school, places.oak)]
  expect(drives(tourTimeline(tour.stops, tour.lunch, [other]))).toEqual(expected)
  expect(drives(runTimeline(runOf(tour), tour.lunch, [other]))).toEqual(expected)
  expect(tour.plan.legs.map(({ metres }) => Math.round((metres / metersPerMile) * 10) / 10)).toEqual([0, ...expected])
})

test('there is no drive to an own showing at a home of the tour', () => {
  const there = ownVisit('showing', '09:30:00', '10:00:00', { ...places.elm })
  const tour = aTourAround([there])
  expect(shape(tour, [there])).toEqual(['elm', 'own showing', 'drive', 'oak'])
})

test('a busy time without a location adds no drive; no busy time changes nothing', () => {
  const call = ownVisit('call', '09:30:00', '10:30:00', null)
  const tour = aTourAround([call])
  expect(shape(tour, [call])).toEqual(['elm', 'own call', 'drive', 'oak'])
  expect(shape(tour, [])).toEqual(['elm', 'drive', 'oak'])
  // After an own visit, it fills time that would otherwise be free.
  const early = [
    ownVisit('school', '09:00:00', '09:45:00', places.school),
    ownVisit('talk', '10:00:00', '11:00:00', null),
  ]
  const afterBoth = shape(aTourAround(early), early)
  expect(afterBoth.filter((entry) => entry !== 'drive')).toEqual(['own school', 'own talk', 'elm', 'oak'])
  expect(shape(tour, [ownVisit('late call', '16:00:00', '16:30:00', null)])).toEqual(['elm', 'drive', 'oak'])
})

test('an event added since the plan was made is shown, and a drive that is too short for it says so', () => {
  const tour = aTourAround([])
  const second = tour.stops[1]!
  const added = ownVisit('river', '09:35:00', second.estimated_arrival ?? '', places.river)
  expect(shape(tour, [added])).toEqual([
    'elm',
    expect.stringMatching(/^drive \d+ short$/),
    'own river',
    expect.stringMatching(/^drive \d+ short$/),
    'oak',
  ])
})

test('during a tour, the rest of the day is as planned, with own visits and drives', () => {
  const tour = aTourAround(own)
  const visits = [...own, ownVisit('call', '13:00:00', '13:10:00', null)]
  const inShort = (entries: ReturnType<typeof tourTimeline>) =>
    entries.map((entry) => (entry.kind === 'drive' ? entry : entry.kind === 'own' ? entry.visit.key : entry.kind))
  const planned = inShort(tourTimeline(tour.stops, tour.lunch, visits))
  expect(inShort(runTimeline(runOf(tour), tour.lunch, visits))).toEqual(planned)
})

test('the time to leave for a stop counts from the own visit before it', () => {
  const tour = aTourAround(own)
  const stops = tour.stops.map(({ order, estimated_arrival, estimated_departure, latitude, longitude }) => ({
    key: String(order),
    start_time: estimated_arrival,
    end_time: estimated_departure,
    place: { latitude: latitude ?? 0, longitude: longitude ?? 0 },
    isAnywhere: false,
  }))
  const today = planDay([...stops, ...own.map((visit) => Object.assign({ isAnywhere: false }, visit))])
  const drive = today.findLast((part) => part.kind === 'drive')!
  expect(drive).toMatchObject({ kind: 'drive', missingMinutes: 0 })
  expect(drive.kind === 'drive' && formatMinutesOfDay(drive.leaveBy)).toBe('2:00 PM')
})

test('the time to leave plus the drive is at most the start shown, or it says what is missing', () => {
  for (let second = 0; second < 60; second += 1) {
    const start = secondsOfDay('14:22:00') + second
    for (const taken of [null, 0, 21 * 60, 22 * 60, 22 * 60 + 24, 23 * 60, 30 * 60]) {
      const takenUntil = taken === null ? null : start - taken
      const { leaveBy, minutes, missingMinutes } = leavingFor({ start, minutes: 23, takenUntil })
      expect(leaveBy + minutes).toBe(14 * 60 + 22)
      const isTaken = takenUntil !== null && leaveBy < Math.floor(takenUntil / 60)
      expect(isTaken).toBe(missingMinutes > 0)
    }
  }
})

const read = (tour: ReturnType<typeof aTourAround>, visits: readonly OwnVisit[]) => {
  const entries = tourTimeline(tour.stops, tour.lunch, ownVisitsOfTour(tour, visits))
  const short = (time: string) => time.slice(0, 5)
  return routeEntries(entries, stopTimes).map((entry) => {
    switch (entry.kind) {
      case 'stop':
        return `${entry.stop.listing_address}${entry.arrive === null ? '' : ` arrive ${short(entry.arrive)}`}`
      case 'drive':
        return `drive${entry.arrive === null ? '' : ` arrive ${short(entry.arrive)}`}`
      case 'free':
        return `${entry.isWait ? 'wait' : 'free'} ${short(entry.start_time)}–${short(entry.end_time)}`
      default:
        return entry.kind === 'own' ? entry.visit.key : 'lunch'
    }
  })
}

test('the agent arrives at a home before an own appointment that precedes the visit', () => {
  const notary = ownVisit('notary', '10:30:00', '14:00:00', null)
  const tour = aTourAround([notary])
  const arrival = tour.stops[1]!.estimated_arrival.slice(0, 5)
  expect(arrival < '10:30').toBe(true)
  expect(read(tour, [notary])).toEqual(['elm', `drive arrive ${arrival}`, `wait ${arrival}–10:30`, 'notary', 'oak'])
})

test('unplanned time between homes is named, before a drive and before a stop', () => {
  const [first, last] = [
    ownVisit('school', '11:00:00', '12:00:00', places.school),
    ownVisit('river', '14:30:00', '15:00:00', places.river),
  ]
  const tour = aTourAround([])
  const [elm, oak] = [tour.stops[0]!, tour.stops[1]!]
  const late = { ...oak, estimated_arrival: '15:30:00', estimated_departure: '16:30:00', duration_minutes: 40 }
  const drive = (from: Place, to: Place) => Math.ceil(estimateDrive(from, to).seconds / 60)
  const by = (time: string, minutes: number) => timeOfSeconds(secondsOfDay(time) - minutes * 60).slice(0, 5)
  expect(read({ ...tour, stops: [elm, late] }, [first, last])).toEqual([
    'elm',
    `free 09:30–${by('11:00:00', drive(places.elm, places.school))}`,
    'drive',
    'school',
    `free 12:00–${by('14:30:00', drive(places.school, places.river))}`,
    'drive',
    'river',
    'drive',
    'wait 15:30–15:50',
    'oak arrive 15:30',
  ])
})
