import { describe, expect, test } from 'vitest'
import { estimateDrive } from '#core/domain/travel/driving.ts'
import { spanOfTour } from '#core/domain/tours/tour-timeline.ts'
import { placeOfStop } from '#core/domain/tours/timed-stop.ts'
import { planTour } from '#core/planner/plan-tour.ts'
import { availability, takesAgentsTime, planningDay } from '#core/planner/tour-planning.ts'
import { PlanContradiction, type PlanInput, type PlannedListing } from '#core/planner/plan-types.ts'
import { estimateMatrix, placesOf } from '#core/planner/prepare-day.ts'

const nine = 9 * 3600
const minutes = 60
const at = (time: string) => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60

/** Homes on one street, ten minutes and five kilometers from one to the next. */
function aStreet(wishes: Partial<PlannedListing>[], day: Partial<PlanInput> = {}): PlanInput {
  const stops = wishes.map((wish, index) => ({ listing_id: index + 1, latitude: 38.5, longitude: -121.5, ...wish }))
  const others = (day.fixed?.length ?? 0) + (day.startPlace ? 1 : 0) + (day.endPlace ? 1 : 0)
  const places = [...stops.keys(), ...Array.from({ length: others }, (_, index) => stops.length + index)]
  const drives = (step: number) => places.map((from) => places.map((to) => Math.abs(from - to) * step))
  return {
    start: nine,
    end: at('17:00'),
    stops,
    minMinutes: 30,
    maxMinutes: 30,
    lunch: null,
    busy: [],
    matrix: { seconds: drives(10 * minutes), metres: drives(5000) },
    ...day,
  }
}

const ids = (plan: { stops: { listing_id: number | string }[] }) => plan.stops.map(({ listing_id }) => listing_id)

describe('the route', () => {
  test('one stop is visited at once, and without a start place there is no drive to it', () => {
    const plan = planTour(aStreet([{}]))
    expect(plan.stops).toEqual([{ listing_id: 1, order: 1, arrival: nine, start: nine, departure: at('09:30') }])
    expect(plan.legs).toEqual([{ to: 1, depart: nine, arrive: nine, seconds: 0, metres: 0 }])
    expect(plan).toMatchObject({ total_distance: 0, drive_seconds: 0, estimated_duration: 30, efficiency_score: 100 })
    expect(plan).toMatchObject({ complete: true, proven_optimal: true, better_order: null, warnings: [] })
  })

  test('without stops the plan is empty and has no score', () => {
    const plan = planTour(aStreet([]))
    expect(plan).toMatchObject({ stops: [], legs: [], dropped: [], efficiency_score: null, complete: true })
    expect(plan.estimated_duration).toBe(0)
  })

  test('with too many stops for an exact search, the route can start far from the lowest id', () => {
    const isNear = (stop: number) => stop < 12
    const drive = (from: number, to: number) =>
      from === to ? 0 : (isNear(from) !== isNear(to) ? 90 : isNear(from) ? 15 : 5) * minutes
    const places = Array.from({ length: 24 }, (_, place) => place)
    const drives = places.map((from) => places.map((to) => drive(from, to)))
    const matrix = { seconds: drives, metres: drives }
    const plan = planTour(
      aStreet(
        places.map(() => ({})),
        { end: at('15:00'), matrix },
      ),
    )
    expect(plan.stops).toHaveLength(10)
    expect(plan.drive_seconds).toBe(9 * 5 * minutes)
  })

  test('the least driving counts before the earliest end', () => {
    // The order 2, 1, 3 would end sooner; 1, 2, 3 waits until ten and drives ten minutes less.
    const plan = planTour(aStreet([{ windows: [[at('10:00'), at('17:00')]] }, {}, {}]))
    expect(ids(plan)).toEqual([3, 2, 1])
    expect(plan.drive_seconds).toBe(20 * minutes)
  })

  test('of equal plans the one with the smallest ids wins, numbers by value and before keys', () => {
    const same = estimateMatrix(placesOf(aStreet([{}, {}, {}])))
    const plan = planTour(aStreet([{ listing_id: 'local-a' }, { listing_id: 10 }, { listing_id: 9 }], { matrix: same }))
    expect(ids(plan)).toEqual([9, 10, 'local-a'])
  })

  test('miles, kilometers, duration and score are those of the route', () => {
    const plan = planTour(aStreet([{}, {}, {}]))
    expect(plan).toMatchObject({ total_distance: 6.2, total_distance_km: 10, estimated_duration: 110 })
    expect(plan.efficiency_score).toBe(Math.round((100 * 90) / 110))
  })

  test('drives from the start place and to the end place are part of the tour', () => {
    const place = { latitude: 38.5, longitude: -121.5 }
    const plan = planTour(aStreet([{}], { startPlace: place, endPlace: place }))
    expect(plan.legs.map(({ to, seconds }) => [to, seconds])).toEqual([
      [1, 600],
      ['end', 1200],
    ])
    expect(plan.stops[0]).toMatchObject({ arrival: at('09:10') })
  })

  test('the agent’s own showing is reached on time, with its drives', () => {
    const fixed = [{ id: 'showing-7', latitude: 38.5, longitude: -121.5, start: at('10:20'), end: at('10:30') }]
    const plan = planTour(aStreet([{}, {}], { fixed }))
    expect(plan.legs.map(({ to }) => to)).toEqual([1, 2, 'showing-7'])
    const late = planTour(aStreet([{}, {}], { fixed: [{ ...fixed[0]!, start: at('09:20'), end: at('09:40') }] }))
    expect(late.legs[0]?.to).toBe('showing-7')
    expect(late.stops.every(({ arrival }) => arrival >= at('09:50'))).toBe(true)
  })

  test('a drive follows an own visit before the tour, and the tour ends in time for one after it', () => {
    const place = { latitude: 38.5, longitude: -121.5 }
    const visit = (id: string, start: string, end: string) => ({ id, ...place, start: at(start), end: at(end) })
    // The first visit is ten minutes from the home, the second twenty.
    const timesWith = (...fixed: ReturnType<typeof visit>[]) => {
      const plan = planTour(aStreet([{}], { fixed, start: at('11:30'), end: at('12:30'), maxMinutes: 60 }))
      expect(plan).toMatchObject({ warnings: [], total_distance: 0 })
      return plan.stops.map(({ arrival, start, departure }) => [arrival, start, departure])
    }
    const [from, to] = [at('11:30'), at('12:30')]
    expect(timesWith(visit('at once', '10:00', '11:30'))).toEqual([[at('11:40'), at('11:40'), to]])
    expect(timesWith(visit('soon', '10:00', '11:25'))).toEqual([[at('11:35'), at('11:35'), to]])
    // This one ends long before, so the drive to the first home ends just in time, without a wait.
    expect(timesWith(visit('long before', '08:00', '09:00'))).toEqual([[from, from, to]])
    expect(timesWith(visit('long after', '15:00', '16:00'))).toEqual([[from, from, to]])
    expect(timesWith(visit('then', '12:30', '13:00'))).toEqual([[from, from, at('12:20')]])
    expect(timesWith(visit('soon after', '12:35', '13:00'))).toEqual([[from, from, at('12:25')]])
    expect(timesWith(visit('later', '13:00', '14:00'), visit('then', '12:30', '13:00'))).toEqual([
      [from, from, at('12:10')],
    ])
  })

  test('contradicting own visits cause a warning, and their time stays free', () => {
    const place = { latitude: 38.5, longitude: -121.5 }
    const fixed = [
      { id: 'a', ...place, start: at('10:00'), end: at('11:00') },
      { id: 'b', ...place, start: at('10:30'), end: at('11:30') },
    ]
    const plan = planTour(aStreet([{}], { fixed, start: at('10:00') }))
    expect(plan.warnings).toEqual(['fixed_visit_missed'])
    expect(plan.stops[0]?.start).toBeGreaterThanOrEqual(at('11:30'))
  })
})

describe('the agent’s day', () => {
  const elsewhere = { latitude: 38.6, longitude: -121.4 }
  const showing = { key: 'showing 1', start_time: '13:30:00', end_time: '14:00:00', place: elsewhere }
  const [elm, oak] = [
    { latitude: 38.58, longitude: -121.48 },
    { latitude: 38.71, longitude: -121.16 },
  ]
  const doors = [
    { order: 2, listing_address: 'Oak', estimated_arrival: '14:00:00', estimated_departure: '14:57:00', ...oak },
    { order: 1, listing_address: 'Elm', estimated_arrival: '10:37:00', estimated_departure: '11:30:00', ...elm },
  ]
  const tour = { start_time: '09:00:00', end_time: '17:00:00', stops: doors }
  const span = (stops: (typeof doors)[number][] = doors) => spanOfTour({ ...tour, stops }, placeOfStop)!

  test('another tour lasts from its first stop to its last, and includes an own showing within it', () => {
    const other = { key: 'tour 1', ...span() }
    const met = { id: 'tour 1', ...elm, endPlace: oak, start: at('10:37'), end: at('14:57') }
    expect(planningDay([showing], [other])).toEqual({ busy: [], fixed: [met] })
    const later = { ...showing, end_time: '15:00:00' }
    expect(planningDay([later], [other]).fixed).toHaveLength(2)
    expect(planningDay([showing], [])).toEqual({
      busy: [],
      fixed: [{ id: 'showing 1', ...elsewhere, start: at('13:30'), end: at('14:00') }],
    })
  })

  test('another tour begins with its first visit, not with the wait before it', () => {
    const waited = doors.map((door) => Object.assign({ duration_minutes: door.order === 1 ? 30 : 57 }, door))
    expect(span(waited)).toMatchObject({ start_time: '11:00:00', end_time: '14:57:00' })
  })

  test('a completed or cancelled tour does not occupy the agent', () => {
    const statuses = ['scheduled', 'in_progress', 'completed', 'cancelled']
    expect(statuses.filter((status) => takesAgentsTime({ status }))).toEqual(['scheduled', 'in_progress'])
  })

  test('a tour without stops takes no time; one without known places takes time but has no drives', () => {
    expect(spanOfTour({ ...tour, stops: [] }, placeOfStop)).toBeNull()
    expect(spanOfTour({ ...tour, stops: [{ order: 1, listing_address: 'Elm' }] }, placeOfStop)).toEqual({
      start_time: '09:00:00',
      end_time: '17:00:00',
      place: null,
      endPlace: null,
    })
    const halfKnown = { key: 'tour 1', ...span(), endPlace: null }
    expect(planningDay([], [halfKnown])).toEqual({ busy: [[at('10:37'), at('14:57')]], fixed: [] })
  })

  test('drives to the first stop of another tour and from its last are part of the plan', () => {
    // Home 1, the other tour's first stop after 20 minutes, its last after 40, and home 2 at the end of the street.
    const place = { latitude: 38.5, longitude: -121.5 }
    const other = { id: 'tour 1', ...place, endPlace: place, start: at('11:00'), end: at('12:00') }
    const day = aStreet([{}, {}], { maxMinutes: 120, end: at('14:00'), fixed: [other] })
    const drives = [
      [0, 600, 1200, 2400],
      [600, 0, 600, 1800],
      [1200, 600, 0, 1200],
      [2400, 1800, 1200, 0],
    ]
    const plan = planTour({ ...day, matrix: { seconds: drives, metres: drives } })
    expect(plan.legs.map(({ to, seconds }) => [to, seconds])).toEqual([
      [1, 0],
      [2, 600],
      ['tour 1', 600],
    ])
    expect(plan.stops.at(-1)?.departure).toBeLessThanOrEqual(at('10:50'))
    const behind = planTour({ ...day, start: at('11:00'), matrix: { seconds: drives, metres: drives } })
    expect(behind.legs.map(({ to, seconds }) => [to, seconds])).toEqual([
      ['tour 1', 0],
      [2, 1800],
      [1, 600],
    ])
    expect(behind.stops[0]).toMatchObject({ listing_id: 2, arrival: at('12:30') })
  })

  test('miles, kilometers and score count the drives from home to home only', () => {
    const fixed = [
      { id: 'early', latitude: 38.5, longitude: -121.5, start: nine, end: at('09:10') },
      { id: 'noon', latitude: 38.5, longitude: -121.5, start: at('12:00'), end: at('13:00') },
    ]
    const alone = planTour(aStreet([{}], { fixed, end: at('13:00') }))
    expect(alone.drive_seconds).toBeGreaterThan(0)
    expect(alone).toMatchObject({ total_distance: 0, total_distance_km: 0, efficiency_score: 100 })
    // The homes are separated by the showing at noon, but five kilometers from each other.
    const windows = [[at('13:00'), at('17:00')]] as const
    const parted = planTour(aStreet([{ windows: [[nine, at('11:00')]] }, { windows }], { fixed: fixed.slice(1) }))
    expect(parted.legs.map(({ to }) => to)).toEqual([1, 'noon', 2])
    expect(parted).toMatchObject({ total_distance_km: 5, drive_metres: 15_000, drive_seconds: 30 * minutes })
  })
})

describe('a time of its own', () => {
  test('a visit lies within one time window, and an early arrival waits', () => {
    const windows = [
      [nine, at('09:20')],
      [at('09:20'), at('09:40')],
      [at('11:00'), at('11:30')],
    ] as const
    const plan = planTour(aStreet([{}, { windows }]))
    expect(plan.stops[1]).toEqual({
      listing_id: 2,
      order: 2,
      arrival: at('09:40'),
      start: at('11:00'),
      departure: at('11:30'),
    })
  })

  test('busy time may touch drives and visits, but does not interrupt them', () => {
    const plan = planTour(aStreet([{}, {}], { busy: [[at('09:35'), at('10:00')]] }))
    expect(plan.legs[1]).toMatchObject({ depart: at('10:00'), arrive: at('10:10') })
    const touching = planTour(aStreet([{}, {}], { busy: [[at('09:40'), at('10:00')]] }))
    expect(touching.legs[1]).toMatchObject({ depart: at('09:30'), arrive: at('09:40') })
    expect(touching.stops[1]).toMatchObject({ arrival: at('09:40'), start: at('10:00') })
  })

  test('a day on which the clocks change is planned in local time like any other', () => {
    const plan = planTour(aStreet([{}], { start: at('01:30'), end: at('04:00') }))
    expect(plan.stops[0]).toMatchObject({ start: at('01:30'), departure: at('02:00') })
  })
})

describe('lunch', () => {
  const lunch = { minutes: 45, open: at('11:00'), close: at('14:00') }

  test('is one block, and the tour may end before it', () => {
    const plan = planTour(aStreet([{}, {}, {}], { start: at('10:30'), lunch }))
    const [from, to] = plan.lunch ?? [0, 0]
    expect(to - from).toBe(45 * minutes)
    expect(from).toBeGreaterThanOrEqual(at('11:00'))
    expect(plan.stops.every(({ start, departure }) => departure <= from || start >= to)).toBe(true)
  })

  test('is not planned if the day has no room for it', () => {
    for (const [start, end] of [
      [nine, at('11:30')],
      [at('13:30'), at('17:00')],
    ] as const)
      expect(planTour(aStreet([{}], { start, end, lunch }))).toMatchObject({ lunch: null, warnings: [] })
  })

  test('is left out with a warning if it is impossible even without stops', () => {
    const plan = planTour(aStreet([{}], { lunch, busy: [[at('11:30'), at('13:30')]] }))
    expect(plan).toMatchObject({ lunch: null, warnings: ['lunch_impossible'], complete: true })
  })

  test('takes precedence over a stop', () => {
    const plan = planTour(aStreet([{}], { start: at('11:00'), end: at('12:00'), lunch }))
    expect(plan.lunch).not.toBeNull()
    expect(plan.dropped).toEqual([{ listing_id: 1, reason: 'lunch' }])
  })
})

describe('a dropped stop', () => {
  test('has the first reason that applies', () => {
    const place = { latitude: 38.5, longitude: -121.5 }
    const noon = [[at('12:00'), at('12:40')]] as const
    const plan = planTour(
      aStreet(
        [
          { latitude: null, windows: [] },
          { windows: [[at('12:00'), at('12:20')]] },
          { windows: [[nine, at('09:30')]] },
          { windows: [[at('11:50'), at('12:45')]] },
          { windows: noon },
          {},
        ],
        {
          startPlace: place,
          busy: [[at('12:00'), at('12:30')]],
          lunch: { minutes: 55, open: at('11:50'), close: at('12:45') },
        },
      ),
    )
    expect(plan.dropped.slice(0, 3)).toEqual([
      { listing_id: 1, reason: 'no_location' },
      { listing_id: 2, reason: 'closed_all_day' },
      { listing_id: 3, reason: 'unreachable_alone' },
    ])
    // Lunch is impossible beside the busy time, so only the busy time can be the reason.
    expect(plan.warnings).toEqual(['lunch_impossible'])
    expect(plan.dropped.slice(3)).toEqual([
      { listing_id: 4, reason: 'busy' },
      { listing_id: 5, reason: 'busy' },
    ])
    expect(ids(plan)).toEqual([6])
  })

  test('is not called closed if it is open but for less than the visit length that the agent set', () => {
    const noon = [[at('12:00'), at('13:00')]] as const
    const reasonOf = (wish: Partial<PlannedListing>) => planTour(aStreet([wish])).dropped[0]?.reason
    expect(reasonOf({ windows: noon, minutes: 75 })).toBe('unreachable_alone')
    expect(reasonOf({ windows: noon, minutes: 60 })).toBeUndefined()
    expect(reasonOf({ windows: [[at('12:00'), at('12:20')]], minutes: 75 })).toBe('closed_all_day')
    expect(reasonOf({ windows: [[at('12:00'), at('12:20')]], minutes: 20 })).toBeUndefined()
  })

  test('without enough time says how many minutes are missing', () => {
    const plan = planTour(aStreet([{}, {}, {}], { end: at('10:30') }))
    expect(plan.dropped).toEqual([{ listing_id: 3, reason: 'not_enough_time', missing_minutes: 20 }])
    expect(plan.complete).toBe(false)
    expect(planTour(aStreet([{}, {}, {}], { end: at('10:50') })).complete).toBe(true)
  })

  test('is separated by busy time or lunch if no later end of the day would help', () => {
    const morning = [[nine, at('10:30')]] as const
    for (const order of ['best', 'given'] as const) {
      const parted = aStreet([{ windows: morning }, { windows: morning }], { order })
      expect(planTour({ ...parted, busy: [[at('09:40'), at('10:10')]] }).dropped).toEqual([
        { listing_id: 2, reason: 'busy' },
      ])
      const noon = [[at('11:00'), at('12:30')]] as const
      const fed = aStreet([{ windows: noon }, { windows: noon }], { order, start: at('11:00') })
      const lunch = { minutes: 45, open: at('11:00'), close: at('12:00') }
      expect(planTour({ ...fed, lunch }).dropped).toEqual([{ listing_id: 2, reason: 'lunch' }])
    }
  })

  test('that could only be reached after an appointment, long after the end, names the appointment', () => {
    const busy = [[at('10:30'), at('14:30')]] as const
    for (const order of ['best', 'given'] as const) {
      const day = aStreet([{}, {}, {}], { order, end: at('11:30') })
      expect(planTour({ ...day, busy }).dropped).toEqual([{ listing_id: 3, reason: 'busy' }])
      const lunch = { minutes: 60, open: at('10:20'), close: at('11:30') }
      expect(planTour({ ...day, end: at('11:29'), lunch }).dropped).toEqual([
        { listing_id: 3, reason: 'not_enough_time', missing_minutes: 21 },
      ])
    }
  })

  test('keeps its place in the agent’s own order, and its missing minutes are those there', () => {
    const far = aStreet([{}, {}, {}, { locked: true }], { end: at('11:20') })
    const inOrder = (order: 'best' | 'given') =>
      planTour({
        ...far,
        order,
        stops: far.stops.map((stop, index) => Object.assign({}, stop, { locked: index !== 1 })),
      })
    // It is second in both orders and on the way, so only its own half hour is missing.
    expect(inOrder('given').dropped).toEqual([{ listing_id: 2, reason: 'not_enough_time', missing_minutes: 10 }])
    expect(inOrder('best').dropped).toEqual(inOrder('given').dropped)
  })

  test('has the missing minutes of another order if it would fit only there', () => {
    // Behind or between the others it is closed, before them the second is; 2, 3, 1 ends at ten past eleven.
    const first = [[nine, at('09:30')], [at('10:40'), at('12:00')]] as const // prettier-ignore
    const stops = [{ windows: first }, { windows: [[nine, at('10:30')]] }, { windows: [[nine, at('10:10')]] }] as const
    const day = aStreet([...stops], { end: at('10:20') })
    expect(planTour(day)).toMatchObject({
      stops: [{ listing_id: 1 }, { listing_id: 2 }],
      dropped: [{ listing_id: 3, reason: 'not_enough_time', missing_minutes: 50 }],
    })
    expect(planTour({ ...day, end: at('11:10') }).complete).toBe(true)
  })

  test('says by how much it would be late if the homes are open at the same hour only', () => {
    const windows = [[nine, at('09:35')]] as const
    expect(planTour(aStreet([{ windows }, { windows }])).dropped).toEqual([
      { listing_id: 2, reason: 'not_enough_time', missing_minutes: 35 },
    ])
  })

  test('is the least important one', () => {
    const plan = planTour(aStreet([{}, {}, { priority: 3 }], { end: at('10:10') }))
    expect(ids(plan)).toEqual([2, 3])
  })

  test('can be every stop', () => {
    const plan = planTour(aStreet([{}, {}], { busy: [[nine, at('17:00')]] }))
    expect(plan).toMatchObject({ stops: [], efficiency_score: null, complete: false })
    expect(plan.dropped.map(({ reason }) => reason)).toEqual(['busy', 'busy'])
  })

  test('is never a locked stop: a contradiction is an error that names the locked stops', () => {
    expect(ids(planTour(aStreet([{}, {}, { locked: true }], { end: at('09:30') })))).toEqual([3])
    for (const wish of [{ latitude: null }, { windows: [] }, { windows: [[at('16:50'), at('17:30')]] as const }])
      expect(() => planTour(aStreet([{}, { ...wish, locked: true }]))).toThrow(PlanContradiction)
    const both = aStreet([{ locked: true }, { locked: true }], { end: at('10:00') })
    expect(() => planTour(both)).toThrow('1, 2')
  })
})

describe('durations', () => {
  const lengths = (input: PlanInput) => planTour(input).stops.map(({ start, departure }) => (departure - start) / 60)

  test('all visits get longer together in steps of five minutes, then single ones in route order', () => {
    expect(lengths(aStreet([{}, {}, {}], { maxMinutes: 60, end: at('11:20') }))).toEqual([40, 40, 40])
    expect(lengths(aStreet([{}, {}, {}], { maxMinutes: 60, end: at('11:30') }))).toEqual([45, 45, 40])
    expect(lengths(aStreet([{}, {}], { maxMinutes: 60 }))).toEqual([60, 60])
    expect(lengths(aStreet([{}, {}], { maxMinutes: 33 }))).toEqual([30, 30])
  })

  test('a visit length set by the agent stays, and the other visits get longer', () => {
    expect(lengths(aStreet([{}, { minutes: 75 }, {}], { maxMinutes: 60, end: at('11:45') }))).toEqual([35, 75, 35])
    expect(lengths(aStreet([{ minutes: 15 }], { maxMinutes: 60 }))).toEqual([15])
    const late = planTour(aStreet([{}, { minutes: 90 }], { end: at('10:30') }))
    expect(late.dropped).toEqual([{ listing_id: 2, reason: 'not_enough_time', missing_minutes: 40 }])
  })

  test('no visit becomes longer than its window, and the order does not change', () => {
    const windows = [[at('09:40'), at('10:15')]] as const
    expect(lengths(aStreet([{}, { windows }], { maxMinutes: 60 }))).toEqual([35, 30])
    expect(lengths(aStreet([{ windows: [[nine, at('09:30')]] }, {}], { maxMinutes: 60 }))).toEqual([30, 60])
  })
})

describe('durations and waiting', () => {
  const day = { maxMinutes: 60, end: at('17:00') }
  const times = (input: PlanInput) =>
    planTour(input).stops.map(({ start, departure }) => [start, departure].map((time) => (time - nine) / 60))

  test('no visit extends past busy time if this costs a long wait', () => {
    // An hour for each would push the second visit behind the busy time.
    const busy = [[at('10:45'), at('11:30')]] as const
    expect(times(aStreet([{}, {}], { ...day, busy }))).toEqual([
      [0, 50],
      [60, 105],
    ])
  })

  test('no visit extends past its window into a later window', () => {
    const windows = [
      [at('09:30'), at('10:20')],
      [at('13:00'), at('17:00')],
    ] as const
    expect(times(aStreet([{}, { windows }], day))).toEqual([
      [0, 35],
      [45, 80],
    ])
  })

  test('visits get longer while there is a wait anyway', () => {
    const windows = [[at('12:00'), at('17:00')]] as const
    expect(times(aStreet([{}, { windows }], day))).toEqual([
      [0, 60],
      [180, 240],
    ])
  })
})

describe('an order set by the agent', () => {
  test('is kept, and the plan names a better one', () => {
    const zigzag = aStreet([{}, {}, {}])
    const plan = planTour({
      ...zigzag,
      stops: [2, 0, 1].flatMap((index) => zigzag.stops[index] ?? []),
      order: 'given',
      matrix: reordered(zigzag, [2, 0, 1]),
    })
    expect(ids(plan)).toEqual([3, 1, 2])
    expect(plan).toMatchObject({ drive_seconds: 1800, proven_optimal: false })
    expect(plan.better_order).toEqual({
      listing_ids: [1, 2, 3],
      total_distance: 6.2,
      total_distance_km: 10,
      estimated_duration: 110,
      drive_seconds: 1200,
      drive_metres: 10_000,
    })
  })

  test('is confirmed if no order is better', () => {
    expect(planTour({ ...aStreet([{}, {}, {}]), order: 'given' })).toMatchObject({
      proven_optimal: true,
      better_order: null,
    })
  })

  function reordered(input: PlanInput, order: readonly number[]): NonNullable<PlanInput['matrix']> {
    const moved = (rows: readonly (readonly number[])[] = []) =>
      order.map((row) => order.map((to) => rows[row]?.[to] ?? 0))
    return { seconds: moved(input.matrix?.seconds), metres: moved(input.matrix?.metres) }
  }
})

describe('travel', () => {
  const midtown = { latitude: 38.5733, longitude: -121.4776 }
  const carmichael = { latitude: 38.6241, longitude: -121.3283 }

  test('a drive is longer than the direct way, slower when short, plus two minutes, in whole minutes', () => {
    const miles = 8.76
    const { seconds, metres } = estimateDrive(midtown, carmichael)
    const road = miles * (1.2 + 0.9 / (3 + miles))
    expect(metres / 1609.344).toBeCloseTo(road, 1)
    const speed = 34 + ((road - 10) / 20) * 16
    expect(seconds).toBe(Math.ceil(((road / speed) * 3600 + 120) / 60) * 60)
  })

  test('a drive from a place to itself takes no time', () => {
    expect(estimateDrive(midtown, { ...midtown })).toEqual({ seconds: 0, metres: 0 })
    const own = { id: 'showing 1', ...midtown, start: at('09:30'), end: at('10:00') }
    const day = aStreet([{ ...midtown }], { fixed: [own], end: at('10:30') })
    const plan = planTour({ ...day, matrix: undefined })
    expect(plan.stops[0]).toMatchObject({ arrival: nine, departure: at('09:30') })
  })

  test('the estimate is a matrix of all stops, fixed visits, start and end', () => {
    const input = {
      stops: [
        { listing_id: 1, ...midtown },
        { listing_id: 2, latitude: null, longitude: null },
      ],
      endPlace: carmichael,
    }
    const { seconds, metres } = estimateMatrix(placesOf(input))
    const drive = estimateDrive(midtown, carmichael)
    expect([seconds[0]?.[2], metres[2]?.[0]]).toEqual([drive.seconds, drive.metres])
    expect(seconds[1]).toEqual([Infinity, 0, Infinity])
  })

  test('a home that no road reaches is dropped', () => {
    const matrix = { seconds: [[0, Infinity], [Infinity, 0]], metres: [[0, 0], [0, 0]] } // prettier-ignore
    expect(planTour(aStreet([{}, {}], { matrix })).stops).toHaveLength(1)
  })
})

describe('availability', () => {
  test('is the day without busy time and own visits, in slots of at least one visit, in order', () => {
    const fixed = [{ id: 1, latitude: 38.5, longitude: -121.5, start: at('15:00'), end: at('16:45') }]
    const busy = [[at('12:00'), at('13:00')], [at('11:00'), at('12:30')], [at('07:00'), at('09:30')]] as const // prettier-ignore
    expect(availability({ start: nine, end: at('17:00'), busy, fixed, minMinutes: 30 })).toEqual({
      slot_count: 2,
      longest_slot: 120,
      available_slots: [
        { start_time: at('09:30'), end_time: at('11:00') },
        { start_time: at('13:00'), end_time: at('15:00') },
      ],
    })
  })

  test('is empty on a full day', () => {
    expect(availability({ start: nine, end: at('17:00'), busy: [[0, 86_400]], minMinutes: 15 })).toEqual({
      slot_count: 0,
      longest_slot: 0,
      available_slots: [],
    })
  })
})
