import type { DayVisit } from '#core/domain/day-plan.ts'
import { knownNumber } from '#core/domain/known-number.ts'
import { currentStop, runOf, type RunStop } from '#core/domain/tour-run.ts'
import { lunchOfRun } from '#core/domain/tour-run-timeline.ts'
import { visitBegins } from '#core/domain/timed-stop.ts'
import { tourTitle } from '#core/domain/tour-words.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { TourRow, TourStopRow } from '#storage/rows.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'

/** Something of the day as it stands on the page. */
export type TodayVisit = DayVisit & {
  key: string
  kind: 'showing' | 'open_house' | 'appointment' | 'tour' | 'lunch'
  /** The record whose unsent changes mark it; null for a lunch. */
  record: { entity: RecordedVisit['kind']; key: LocalKey } | null
  /** Where it is, or what it is when that has no address. */
  title: string
  isAddress: boolean
  /** "Showing · Gold River · jo@example.com". */
  note: string
  /** The whole address, for a map. */
  destination: string | null
  /** The page with more of it; null when there is none. */
  page: { to: string; name: string } | null
  /** The agent has left the stop before it. */
  isOnTheWay?: boolean
}

/**
 * What a visit is on the page of the day; a tour is its stops and its lunch, as it is planned or, once it is under way,
 * as it goes. `minutesNow` is null on every day but today.
 */
export function visitToToday(visit: RecordedVisit, minutesNow: number | null): TodayVisit[] {
  const { key, start_time, end_time, place } = visit
  const timed = { key, start_time, end_time, record: { entity: visit.kind, key: visit.record.key } }
  if (visit.kind === 'tour') return tourToToday(visit.record, timed, minutesNow)
  if (visit.kind === 'appointment') {
    const { title, location = '' } = visit.record
    return [
      {
        ...timed,
        kind: 'appointment',
        place,
        isAnywhere: location === '',
        title,
        isAddress: false,
        note: location || 'Appointment',
        destination: location || null,
        page: null,
      },
    ]
  }
  const { address, city, state, zip_code } = visit.property
  const isShowing = visit.kind === 'showing'
  return [
    {
      ...timed,
      kind: visit.kind,
      place,
      isAnywhere: false,
      title: address ?? visit.title,
      isAddress: address !== undefined,
      note: [isShowing ? 'Showing' : 'Open house', city, isShowing ? visit.record.client_email : '']
        .filter(Boolean)
        .join(' · '),
      destination:
        address === undefined
          ? null
          : [address, city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      page: { to: `/listings/${visit.record.listing_key}`, name: 'Open Listing' },
    },
  ]
}

type Timed = Pick<TodayVisit, 'key' | 'start_time' | 'end_time' | 'record'>

function tourToToday(tour: TourRow, timed: Timed, minutesNow: number | null): TodayVisit[] {
  const title = tourTitle(tour.id)
  const address = `/tours/${tour.id ?? tour.key}`
  const isUnderway = tour.status === 'in_progress'
  const page = isUnderway ? { to: `${address}/run`, name: 'Continue Tour' } : { to: address, name: 'Open Tour' }
  const whole = { ...timed, kind: 'tour', place: null, isAnywhere: false, destination: null, page } as const
  const run = runOf(tour, isUnderway && minutesNow !== null ? minutesNow * 60 : null)
  const wasRun = isUnderway || (tour.status === 'completed' && run.some(({ state }) => state === 'left'))
  const stops = run.flatMap((stop, index): TodayVisit[] => {
    const how = wasRun ? wayOfStop(stop, isUnderway) : plannedTimes(stop.stop)
    if (how === null) return []
    const isOnTheWay = stop === currentStop(run) && run[index - 1]?.state === 'left'
    return [{ ...stopToToday(stop.stop, title, whole), ...how, isOnTheWay }]
  })
  if (stops.length === 0 && !wasRun) return [{ ...whole, title, isAddress: false, note: tour.client_email }]
  const lunch = lunchOfRun(run, tour.lunch)
  const all = lunch && stops.length > 0 ? [...stops, lunchToToday(lunch, title, whole)] : stops
  return tour.status === 'completed' ? all.map((visit) => ({ ...visit, progress: 'done' })) : all
}

type How = Pick<TodayVisit, 'start_time' | 'end_time' | 'progress'>

/** How a stop of a tour under way went or is expected; null for what is not visited. */
function wayOfStop({ state, arrival, begins, departure, stop }: RunStop<TourStopRow>, isUnderway: boolean): How | null {
  switch (state) {
    case 'skipped':
      return null
    case 'left':
      return { start_time: arrival, end_time: departure, progress: 'done' }
    case 'here':
      return { start_time: arrival, end_time: departure, progress: 'now' }
    case 'coming':
      if (!isUnderway || plannedTimes(stop) === null) return null
      return { start_time: begins, end_time: departure, progress: 'coming' }
  }
}

/** The visit without the wait before it; null where no time is planned. */
function plannedTimes(stop: TourStopRow): How | null {
  const start_time = visitBegins(stop)
  const end_time = stop.estimated_departure
  return start_time && end_time ? { start_time, end_time } : null
}

type WholeTour = Omit<TodayVisit, 'title' | 'isAddress' | 'note'>

function lunchToToday(
  { start_time, end_time }: { start_time: string; end_time: string },
  title: string,
  tour: WholeTour,
): TodayVisit {
  const lunch = { kind: 'lunch', title: 'Lunch', isAddress: false, isAnywhere: true, record: null } as const
  return { ...tour, ...lunch, start_time, end_time, key: `${tour.key} lunch`, note: title }
}

function stopToToday(stop: TourStopRow, title: string, tour: WholeTour): TodayVisit {
  const { listing_address, listing_city, order } = stop
  const [latitude, longitude] = [knownNumber(stop.latitude), knownNumber(stop.longitude)]
  return {
    ...tour,
    key: `${tour.key} ${order}`,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
    title: listing_address,
    isAddress: true,
    note: [`${title}, stop ${order}`, listing_city].filter(Boolean).join(' · '),
    destination: [listing_address, listing_city].filter(Boolean).join(', '),
  }
}
