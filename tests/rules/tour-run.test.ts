import { describe, expect, test } from 'vitest'
import type { TourStep } from '#core/contract/tour.ts'
import { estimateDrive } from '#core/domain/travel/driving.ts'
import { lateOwnVisits, formatLateness, routeEntries } from '#core/domain/schedule/route-entries.ts'
import { spreadPoints, scaleBar, sketchPoints, formatRoute, routePointsOf } from '#core/domain/tours/route-sketch.ts'
import { cancelText, invitationMail, lateText, tourInvitation } from '#core/domain/tours/tour-invitation.ts'
import { findTours } from '#core/domain/tours/tour-list.ts'
import { readTourListSearch } from '#core/domain/tours/tour-search-params.ts'
import { isValidPlanFor, isSameRoute } from '#core/domain/tours/tour-plan-check.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import { currentStop, minutesBehind, runOf, isNewStep, lastStep } from '#core/domain/tours/tour-run.ts'
import { endedTimeline, runTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import { visitAfterWait } from '#core/domain/tours/timed-stop.ts'
import { tourTimeline } from '#core/domain/tours/tour-timeline.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'

function stop(order: number, arrival: string, departure: string, more: object = {}) {
  return {
    order,
    stop_id: `s${order}`,
    listing_id: order,
    listing_address: `${order} Elm St`,
    listing_city: 'Salem',
    duration_minutes: 30,
    estimated_arrival: arrival,
    estimated_departure: departure,
    latitude: null,
    longitude: null,
    is_approximate: false,
    uncertainty_miles: null,
    drive_minutes: order === 1 ? null : 10,
    drive_miles: order === 1 ? null : 4,
    ...more,
  }
}

// Ten minutes of driving each; an hour of slack before the last.
const stops = [stop(1, '09:00:00', '09:30:00'), stop(2, '09:40:00', '10:10:00'), stop(3, '11:20:00', '11:50:00')]

let steps = 0
function step(kind: TourStep['kind'], stop_id: string, at = '09:00:00', more: Partial<TourStep> = {}): TourStep {
  steps += 1
  return { id: `step-${steps}`, kind, stop_id, at, minutes: null, rating: null, note: '', undoes: null, ...more }
}

const arrivals = (taken: TourStep[]) => runOf({ stops, steps: taken }).map(({ arrival }) => arrival)

describe('a running tour', () => {
  test('follows the plan before the first step', () => {
    const run = runOf({ stops })
    expect(run.map(({ arrival, drive }) => [arrival, drive?.minutes])).toEqual([
      ['09:00:00', undefined],
      ['09:40:00', 10],
      ['11:20:00', 10],
    ])
    expect(currentStop(run)?.name).toBe('s1')
  })

  test('a delay moves the later stops until a wait absorbs it', () => {
    expect(arrivals([step('late', 's1', '08:50:00', { minutes: 15 })])).toEqual(['09:15:00', '09:55:00', '11:20:00'])
    expect(arrivals([step('late', 's1', '08:50:00', { minutes: 75 })])).toEqual(['10:15:00', '10:55:00', '11:35:00'])
  })

  test('a longer visit delays the next stop, and no arrival is before its planned time', () => {
    const long = [step('arrived', 's1', '09:05:00'), step('left', 's1', '10:00:00')]
    expect(arrivals(long)).toEqual(['09:05:00', '10:10:00', '11:20:00'])
    const quick = [step('arrived', 's1', '08:55:00'), step('left', 's1', '09:05:00')]
    expect(arrivals(quick)).toEqual(['08:55:00', '09:40:00', '11:20:00'])
  })

  test('lunch between two stops is kept if the stops before it run late', () => {
    const lunch = { start_time: '10:10:00', end_time: '10:55:00' }
    const late = [step('late', 's1', '08:50:00', { minutes: 60 })]
    const run = runOf({ stops, lunch, steps: late })
    expect(run.map(({ arrival }) => arrival)).toEqual(['10:00:00', '10:40:00', '12:05:00'])
  })

  test('a stop to come is never expected in the past, even without a reported delay', () => {
    const at = (time: string, taken: TourStep[] = []) =>
      runOf({ stops, steps: taken }, secondsOfDay(time)).map(({ arrival }) => arrival)
    expect(at('08:00')).toEqual(['09:00:00', '09:40:00', '11:20:00'])
    expect(at('09:25')).toEqual(['09:25:00', '10:05:00', '11:20:00'])
    const inside = [step('arrived', 's1', '09:05:00')]
    const run = runOf({ stops, steps: inside }, secondsOfDay('10:00'))
    expect(run[0]).toMatchObject({ arrival: '09:05:00', departure: '10:00:00' })
    expect(run[1]).toMatchObject({ arrival: '10:10:00' })
    const onTheWay = [...inside, step('left', 's1', '09:30:00')]
    expect(at('09:35', onTheWay)).toEqual(['09:05:00', '09:40:00', '11:20:00'])
    expect(at('09:50', onTheWay)).toEqual(['09:05:00', '09:50:00', '11:20:00'])
  })

  test('ten minutes late adds ten minutes to the times shown when it was reported', () => {
    const late = [step('late', 's1', '09:20:00', { minutes: 10 })]
    const at = (time: string) => runOf({ stops, steps: late }, secondsOfDay(time))[0]?.arrival
    expect(at('09:20')).toBe('09:30:00')
    expect(at('09:24')).toBe('09:30:00')
    expect(at('09:36')).toBe('09:36:00')
    const longer = [step('arrived', 's1', '09:00:00'), step('late', 's1', '09:40:00', { minutes: 5 })]
    expect(runOf({ stops, steps: longer }, secondsOfDay('09:40'))[0]?.departure).toBe('09:45:00')
  })

  test('a visit begins after a wait, and a delay uses up the wait', () => {
    const waiting = [stops[0]!, stop(2, '09:40:00', '11:10:00')]
    const begins = (taken: TourStep[]) => runOf({ stops: waiting, steps: taken })[1]
    expect(begins([])).toMatchObject({ arrival: '09:40:00', begins: '10:40:00', departure: '11:10:00' })
    const late = [step('late', 's1', '08:50:00', { minutes: 30 })]
    expect(begins(late)).toMatchObject({ arrival: '10:10:00', begins: '10:40:00', departure: '11:10:00' })
  })

  test('the route of a run leaves out skipped stops, and lunch moves with the stop before it', () => {
    const lunch = { start_time: '10:10:00', end_time: '10:55:00' }
    const shape = (taken: TourStep[]) =>
      runTimeline(runOf({ stops, lunch, steps: taken }), lunch).map((entry) => {
        if (entry.kind === 'stop') return entry.stop.stop_id
        if (entry.kind === 'own') return entry.visit.key
        return entry.kind === 'drive' ? `drive to ${entry.to}` : `lunch ${entry.start_time}`
      })
    expect(shape([])).toEqual(['s1', 'drive to s2', 's2', 'lunch 10:10:00', 'drive to s3', 's3'])
    expect(shape([step('late', 's1', '08:50:00', { minutes: 20 })])[3]).toBe('lunch 10:30:00')
    expect(shape([step('skipped', 's2')])).toEqual(['s1', 's2', 'lunch 10:10:00', 'drive to s3', 's3'])
  })

  test('lunch or a visit that runs into an own visit says how late the agent is for it', () => {
    const lunch = { start_time: '10:10:00', end_time: '10:55:00' }
    const showing = { key: 'showing 5', title: 'Showing', start_time: '10:55:00', end_time: '11:05:00', place: null }
    const late = (minutes: number, own: OwnVisit = showing, meal: typeof lunch | null = lunch) => {
      const run = runOf({ stops, lunch: meal, steps: [step('late', 's1', '08:50:00', { minutes })] })
      const timesOf = (stop: { stop_id: string }) => run.find(({ name }) => name === stop.stop_id) ?? null
      return lateOwnVisits(routeEntries(runTimeline(run, meal, [own]), timesOf)).map((one) => one.lateMinutes)
    }
    const at = (place: { latitude: number; longitude: number }) => ({ ...showing, place, endPlace: place })
    expect(late(0)).toEqual([])
    expect(late(20)).toEqual([20])
    expect(late(10, at({ latitude: 38.5, longitude: -121.5 }))).toEqual([10])
    expect(late(0, { ...showing, start_time: '10:00:00' }, null)).toEqual([10])
  })

  test('the route and the warning show the same lateness for a busy time, its drive included', () => {
    const showing = { key: 'showing 5', title: 'Showing', start_time: '10:05:00', end_time: '10:30:00' }
    const place = { latitude: 38.5, longitude: -121.5 }
    const at = { ...place, latitude: 38.6 }
    const doors = stops.map((one) => ({ ...one, ...at }))
    const run = runOf({ stops: doors, steps: [] })
    const route = routeEntries(
      runTimeline(run, null, [{ ...showing, place, endPlace: place }]),
      ({ stop_id }) => run.find(({ name }) => name === stop_id) ?? null,
    )
    const drive = route.find((entry) => entry.kind === 'drive' && entry.to === showing.key)
    const short = drive?.kind === 'drive' ? drive.shortMinutes : 0
    expect(short).toBeGreaterThan(5)
    expect(route.find(({ kind }) => kind === 'own')).toMatchObject({ lateMinutes: short })
    expect(lateOwnVisits(route).map(formatLateness)).toEqual([`${short} min late`])
    const about = { ...place, uncertaintyMiles: 1, home: '9 Oak St' }
    const rough = routeEntries(runTimeline(run, null, [{ ...showing, place: about }]), () => null)
    expect(lateOwnVisits(rough).map(formatLateness)).toEqual([expect.stringMatching(/^≈ \d+ min late$/)])
  })

  test('after an arrival before lunch time, lunch follows that visit', () => {
    const lunch = { start_time: '10:10:00', end_time: '10:55:00' }
    const early = [step('arrived', 's1', '08:30:00'), step('left', 's1', '08:40:00'), step('skipped', 's2')]
    const taken = [...early, step('arrived', 's3', '09:50:00'), step('left', 's3', '10:20:00')]
    const entries = runTimeline(runOf({ stops, lunch, steps: taken }), lunch)
    expect(entries.at(-1)).toEqual({ kind: 'lunch', start_time: '10:20:00', end_time: '11:05:00' })
  })

  test('after a skipped stop, the drive starts at the stop before it', () => {
    const places = [0, 0.3, 0.01].map((east) => ({ latitude: 38.5, longitude: -121.5 + east }))
    const placed = stops.map((one, index) => ({ ...one, ...places[index], drive_minutes: index === 0 ? null : 40 }))
    const [, , last] = runOf({ stops: placed, steps: [step('skipped', 's2')] })
    expect(last?.drive?.minutes).toBeLessThan(10)
  })

  test('a skipped stop is left out of the route, and every step can be undone', () => {
    const skip = step('skipped', 's1')
    expect(currentStop(runOf({ stops, steps: [skip] }))?.name).toBe('s2')
    const undo = step('undone', 's1', '09:01:00', { undoes: skip.id })
    expect(currentStop(runOf({ stops, steps: [skip, undo] }))?.name).toBe('s1')
    expect(lastStep([skip])).toEqual(skip)
    expect(lastStep([skip, undo])).toBeNull()
  })

  test('a step repeated by a second device or a double tap counts once, and one undo removes it', () => {
    const twice = [step('arrived', 's1'), step('arrived', 's1', '09:02:00')]
    const run = runOf({ stops, steps: twice })
    expect(run[0]).toMatchObject({ state: 'here', arrival: '09:00:00' })
    const undo = step('undone', 's1', '09:03:00', { undoes: lastStep(twice)?.id ?? null })
    expect(runOf({ stops, steps: [...twice, undo] })[0]?.state).toBe('coming')
    expect(lastStep([...twice, undo])).toBeNull()
    const both = [step('arrived', 's1'), step('left', 's1'), step('arrived', 's1'), step('left', 's1')]
    expect(runOf({ stops, steps: both })[0]?.state).toBe('left')
    const back = step('undone', 's1', '09:03:00', { undoes: lastStep(both)?.id ?? null })
    expect(runOf({ stops, steps: [...both, back] })[0]?.state).toBe('here')
    expect(lastStep([...both, back])?.kind).toBe('arrived')
  })

  test('a step that changes nothing is not new', () => {
    const arrived = step('arrived', 's1')
    const left = step('left', 's1')
    const skipped = step('skipped', 's2')
    const taken = [arrived, left, skipped]
    for (const again of taken) expect(isNewStep(taken, step(again.kind, again.stop_id))).toBe(false)
    expect(isNewStep(taken, step('arrived', 's2'))).toBe(true)
    expect(isNewStep(taken, step('late', 's3', '09:00:00', { minutes: 5 }))).toBe(true)
    const undo = () => step('undone', 's2', '09:03:00', { undoes: skipped.id })
    expect(isNewStep(taken, undo())).toBe(true)
    expect(isNewStep([...taken, undo()], undo())).toBe(false)
    expect(isNewStep([...taken, undo()], step('skipped', 's2'))).toBe(true)
  })

  test('the last rating and note of a home count', () => {
    const rated = [
      step('rated', 's2', '10:00:00', { rating: 3, note: 'Dark' }),
      step('rated', 's2', '10:05:00', { rating: 4, note: 'Dark, but large' }),
    ]
    expect(runOf({ stops, steps: rated })[1]).toMatchObject({ rating: 4, note: 'Dark, but large', state: 'coming' })
  })

  test('a tour from a server without times and names can be shown', () => {
    const bare = [
      { order: 2, listing_address: '2 Elm St' },
      { order: 1, listing_address: '1 Elm St' },
    ]
    expect(runOf({ stops: bare }).map(({ name }) => name)).toEqual(['1 Elm St', '2 Elm St'])
    expect(tourTimeline(bare, null)).toHaveLength(2)
  })
})

describe('a printed tour', () => {
  test('drives are between stops, lunch is where it has time, and a drive that does not fit says so', () => {
    const close = [stops[0]!, stop(2, '09:33:00', '10:03:00'), stops[2]!]
    const entries = tourTimeline(close, { start_time: '10:10:00', end_time: '10:55:00' })
    expect(entries.map((entry) => (entry.kind === 'drive' ? `drive ${entry.shortMinutes}` : entry.kind))).toEqual([
      'stop',
      'drive 7',
      'stop',
      'lunch',
      'drive 0',
      'stop',
    ])
  })

  test('lunch at the next home comes after the drive to it', () => {
    const fed = [stops[0]!, stop(2, '09:40:00', '10:55:00')]
    const entries = tourTimeline(fed, { start_time: '09:40:00', end_time: '10:25:00' })
    expect(entries.map(({ kind }) => kind)).toEqual(['stop', 'drive', 'lunch', 'stop'])
    expect(entries[1]).toMatchObject({ shortMinutes: 0 })
    const late = [step('late', 's1', '08:50:00', { minutes: 10 })]
    const run = runOf({ stops: fed, lunch: { start_time: '09:40:00', end_time: '10:25:00' }, steps: late })
    expect(run[1]).toMatchObject({ arrival: '09:50:00', begins: '10:35:00', departure: '11:05:00' })
  })

  test('a visit after a wait shows when it begins', () => {
    expect(visitAfterWait(stop(1, '14:00:00', '15:00:00'))).toBe('14:30:00')
    expect(visitAfterWait(stop(1, '14:00:00', '14:30:00'))).toBeNull()
  })

  test('the sketch keeps its proportions and stays in its frame, for one place, a line and a square', () => {
    const size = { width: 360, height: 240, margin: 28 }
    expect(sketchPoints([{ latitude: 38, longitude: -121 }], size)).toEqual([{ x: 180, y: 120 }])
    const far = [
      { latitude: 38, longitude: -121 },
      { latitude: 38.5, longitude: -121.9 },
      { latitude: 38.2, longitude: -121.2 },
    ]
    for (const { x, y } of sketchPoints(far, size)) {
      expect(x).toBeGreaterThanOrEqual(28)
      expect(x).toBeLessThanOrEqual(332)
      expect(y).toBeGreaterThanOrEqual(28)
      expect(y).toBeLessThanOrEqual(212)
    }
    expect(sketchPoints(far, size)[1]?.y).toBeLessThan(sketchPoints(far, size)[0]?.y ?? 0)
  })

  test('the sketch of a tour has its stops and drives, by way of the agent’s own visits', () => {
    const place = (longitude: number) => ({ latitude: 38.5, longitude })
    const homes = [
      { ...stop(1, '09:00:00', '09:30:00'), ...place(-121.4) },
      { ...stop(2, '11:00:00', '11:30:00'), ...place(-121.3), drive_minutes: 9 },
      { ...stop(3, '11:40:00', '12:10:00'), ...place(-121.3), drive_minutes: null },
    ]
    const own = { key: 'tour 7', title: 'Tour #7', start_time: '09:45:00', end_time: '10:30:00' }
    const way = routePointsOf(tourTimeline(homes, null, [{ ...own, place: place(-121.4), endPlace: place(-121.35) }]))
    expect(way.map(({ order, minutes }) => [order, minutes !== null])).toEqual([
      [1, false],
      [null, true],
      // It ends elsewhere, and no drive of this tour leads there.
      [null, false],
      [2, true],
      [3, true],
    ])
    expect(formatRoute(way)).toMatch(/^1, .+\. Tour #7\. \d+ min to 2, .+\. 3, .+\.$/)
    const size = { width: 360, height: 240, margin: 28 }
    const points = spreadPoints(
      sketchPoints(
        way.map((one) => one.place),
        size,
      ),
      30,
      size,
    )
    for (const [index, one] of points.entries())
      for (const other of points.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(29)
    const far = [place(-121.4), place(-121.3)]
    const bar = scaleBar(far, size, 90)!
    expect(bar.length).toBeLessThanOrEqual(90)
    const miles = estimateDrive(far[0]!, far[1]!).metres / 1609.344 / 1.3
    const [west, east] = sketchPoints(far, size)
    expect(bar.length / bar.miles).toBeGreaterThan(((east!.x - west!.x) / miles) * 0.9)
    expect(scaleBar([far[0]!], size, 90)).toBeNull()
  })

  test('the reminder is an email with the day, the stops and the times', () => {
    const homes = stops.map((stop) => Object.assign({ destination: `${stop.listing_address}, Salem, OR 97301` }, stop))
    const tour = { tour_date: '2026-11-23', start_time: '09:00', client_email: ' jo@x.org ', stops: homes }
    const mail = invitationMail(tour, { client: 'Jo', agent: 'Ann Lee' })
    expect(mail.startsWith('mailto:jo@x.org?subject=Your%20property%20tour%20on%20Nov%2023')).toBe(true)
    const text = decodeURIComponent(mail)
    expect(text).toContain('Hi Jo, your property tour on Nov 23, 2026 begins at 9:00 AM:')
    expect(text).toContain('9:40 AM  2 Elm St, Salem, OR 97301')
    expect(text.endsWith('\n\nAnn Lee')).toBe(true)
    expect(tourInvitation(tour, { client: '', agent: '' }).text).toMatch(/^Hi, your property tour.*97301$/s)
  })

  test('a text about a delay says how much, and where and when client and agent meet next', () => {
    const next = { address: '2 Elm St', time: '09:50:00' }
    expect(lateText({ minutes: 10, next }, { client: 'Jo', agent: 'Ann Lee' })).toBe(
      'Hi Jo, I’m running about 10 minutes late. I’ll be at 2 Elm St at about 9:50 AM.\n\nAnn Lee',
    )
  })
})

describe('the plan shown and the plan saved', () => {
  const tour = { start_time: '09:00:00', end_time: '12:00:00', selected_listings: [1, 2, 3] }
  const plan = { stops, dropped: [] }

  test.each([
    ['another listing', { ...plan, stops: [stops[0]!, stops[1]!, stop(3, '11:20:00', '11:50:00', { listing_id: 9 })] }],
    ['one listing too few', { ...plan, stops: stops.slice(0, 2) }],
    ['a stop twice', { ...plan, stops: [...stops, stop(4, '11:50:00', '11:55:00', { listing_id: 1 })] }],
    ['two stops at once', { ...plan, stops: [stops[0]!, stop(2, '09:20:00', '09:50:00'), stops[2]!] }],
    ['a stop after the end', { ...plan, stops: [...stops.slice(0, 2), stop(3, '11:50:00', '12:20:00')] }],
    [
      'an order with a gap',
      { ...plan, stops: [stops[0]!, stop(3, '09:40:00', '10:10:00'), stop(4, '11:00:00', '11:10:00')] },
    ],
  ])('a plan with %s does not match this tour', (_, strange) => {
    expect(isValidPlanFor(tour, plan)).toBe(true)
    expect(isValidPlanFor(tour, strange)).toBe(false)
  })

  test('a plan includes listings that did not fit, and may keep a stop whose listing is deleted', () => {
    const dropped = [
      { listing_id: 3, listing_address: '3 Elm St', reason: 'busy', missing_minutes: null, is_approximate: false },
    ]
    expect(isValidPlanFor(tour, { stops: stops.slice(0, 2), dropped })).toBe(true)
    const gone = stop(3, '11:20:00', '11:50:00', { listing_id: null })
    expect(
      isValidPlanFor({ ...tour, selected_listings: [1, 2] }, { stops: [stops[0]!, stops[1]!, gone], dropped: [] }),
    ).toBe(true)
  })

  test('a route is the same in any format of its times, and another one if a minute differs', () => {
    const worded = stops.map(({ order, listing_id, listing_address, estimated_arrival, estimated_departure }) => ({
      order,
      listing_id,
      listing_address,
      estimated_arrival: `2026-11-23T${estimated_arrival}`,
      estimated_departure: estimated_departure.slice(0, 5),
    }))
    expect(isSameRoute(stops, worded.toReversed())).toBe(true)
    expect(isSameRoute(stops, [stops[0]!, stops[1]!, stop(3, '11:21:00', '11:51:00')])).toBe(false)
    expect(isSameRoute(stops, null)).toBe(false)
  })
})

test.each(['in progress', 'in_progress', 'In Progress', 'progress jo@x'])(
  '“%s” finds a tour by its status',
  (search) => {
    const tour = {
      key: '1',
      id: 1,
      client_email: 'jo@x.org',
      tour_date: '2026-11-23',
      start_time: '09:00',
      status: 'in_progress',
    }
    expect(findTours([tour, { ...tour, key: '2', status: 'completed' }], { search }, '2026-11-24')).toEqual([tour])
  },
)

test('a mistyped address of My Tours is read as far as possible', () => {
  expect(readTourListSearch({ search: 916, status: 'lost', sort: 'price' })).toEqual({ search: '916' })
  expect(readTourListSearch({ status: 'completed', sort: 'created_at' })).toEqual({
    status: 'completed',
    sort: 'created_at',
  })
})

describe('a tour that shows how late it is', () => {
  const minutesAt = (steps: TourStep[], time: string) => minutesBehind({ stops, steps }, secondsOfDay(time))

  test('an overlong visit is behind by the minutes since its last announced end', () => {
    const here = [step('arrived', 's1', '09:00:00')]
    expect(minutesAt(here, '09:30:00')).toBe(0)
    expect(minutesAt(here, '09:47:00')).toBe(17)
    const told = [...here, step('late', 's1', '09:47:00', { minutes: 0 })]
    expect(minutesAt(told, '09:47:00')).toBe(0)
    expect(minutesAt(told, '09:52:00')).toBe(5)
    const announced = [...here, step('late', 's1', '09:20:00', { minutes: 15 })]
    expect(minutesAt(announced, '09:45:00')).toBe(0)
    expect(minutesAt(announced, '09:50:00')).toBe(5)
  })

  test('a tour is behind if the next arrival is late, and is never behind on another day', () => {
    expect(minutesAt([], '09:20:00')).toBe(20)
    const left = [step('arrived', 's1', '09:00:00'), step('left', 's1', '09:30:00')]
    expect(minutesAt(left, '09:40:00')).toBe(0)
    expect(minutesAt(left, '09:51:00')).toBe(11)
    expect(minutesBehind({ stops }, null)).toBe(0)
  })

  test('an early arrival begins its visit at once, and the later stops keep their times', () => {
    const steps = [step('skipped', 's1', '08:30:00'), step('late', 's2', '08:30:00', { minutes: -60 })]
    expect(
      runOf({ stops, steps }, secondsOfDay('08:31:00')).map(({ begins, departure }) => [begins, departure]),
    ).toEqual([
      ['09:00:00', '09:30:00'],
      ['08:40:00', '09:10:00'],
      ['11:20:00', '11:50:00'],
    ])
    const waiting = [stop(1, '09:00:00', '09:30:00'), stop(2, '09:40:00', '10:30:00')]
    const early = [step('left', 's1', '09:20:00'), step('late', 's2', '09:20:00', { minutes: -10 })]
    expect(runOf({ stops: waiting, steps: early })[1]).toMatchObject({ arrival: '09:30:00', begins: '09:30:00' })
  })

  test('a lunch without a later visit is not part of an ended tour', () => {
    const lunch = { start_time: '10:20:00', end_time: '11:00:00' }
    const steps = [step('left', 's1', '09:30:00'), step('left', 's2', '10:00:00'), step('skipped', 's3', '10:00:00')]
    const kinds = (taken: TourStep[]) =>
      endedTimeline(runOf({ stops, lunch, steps: taken }), lunch).map(({ kind }) => kind)
    expect(kinds(steps)).not.toContain('lunch')
    const all = [...steps.slice(0, 2), step('left', 's3', '11:50:00')]
    expect(kinds(all)).toContain('lunch')
  })

  test('the summary of an ended tour counts what was seen: homes, hours, miles and minutes', () => {
    const tour = { stops, start_time: '09:00:00', end_time: '17:00:00', total_distance: 8, estimated_duration: 170 }
    const steps = [
      step('arrived', 's1', '09:10:00'),
      step('left', 's1', '09:30:00'),
      step('skipped', 's2', '09:30:00'),
      step('arrived', 's3', '09:50:00'),
      step('left', 's3', '10:20:00'),
    ]
    const placed = stops.map((one) => ({ ...one, latitude: 44.9, longitude: -123 }))
    expect(tourFigures({ ...tour, status: 'scheduled' })).toMatchObject({ homes: '3', minutes: '170' })
    expect(tourFigures({ ...tour, stops: placed, status: 'completed', steps })).toEqual({
      hours: { start_time: '09:10:00', end_time: '10:20:00' },
      isTimed: true,
      minutes: '70',
      miles: '4.0',
      milesText: '4.0 mi',
      homes: '2 of 3 seen',
      averageMinutes: '25',
    })
    expect(tourFigures({ ...tour, status: 'completed' })).toMatchObject({ homes: '3', minutes: '170' })
    const unsaid = { ...tour, status: 'scheduled', total_distance: null, estimated_duration: null }
    expect(tourFigures(unsaid)).toMatchObject({ minutes: '–', miles: '–', milesText: 'miles unknown' })
    const underway = { ...tour, status: 'in_progress', steps: steps.slice(0, 3) }
    expect(tourFigures(underway)).toMatchObject({ homes: '1 of 3 seen', minutes: '160' })
  })

  test('an unknown drive counts no miles, and the tour shows its miles as unknown', () => {
    const unknown = { latitude: undefined, longitude: undefined, drive_minutes: undefined, is_approximate: undefined }
    const plain = [stop(1, '09:00:00', '09:30:00', unknown), stop(2, '09:40:00', '10:10:00', unknown)]
    const tour = { stops: plain, start_time: '09:00:00', end_time: '17:00:00', total_distance: 8, status: 'completed' }
    const steps = [step('arrived', 's1'), step('left', 's1', '09:30:00'), step('arrived', 's2', '09:50:00')]
    expect(tourFigures({ ...tour, steps })).toMatchObject({ miles: '–', milesText: 'miles unknown' })
  })

  test('the text about a cancelled tour has its day and time', () => {
    const tour = { tour_date: '2026-11-21', start_time: '09:00:00', stops }
    expect(cancelText(tour, { client: 'Hugo', agent: 'Ann Lee' })).toBe(
      'Hi Hugo, I have to cancel our property tour on Saturday, November 21, 2026 at 9:00 AM. I’m sorry for the change.\n\nAnn Lee',
    )
  })
})
