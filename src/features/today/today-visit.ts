import type { DayVisit } from '#core/domain/day-plan.ts'
import { knownNumber } from '#core/domain/known-number.ts'
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
  /** The page that tells more of it; null when there is none. */
  page: { to: string; name: string } | null
}

/** What a visit is on the page of the day; a tour is its stops and its lunch. */
export function visitToToday(visit: RecordedVisit): TodayVisit[] {
  const { key, start_time, end_time, place } = visit
  const timed = { key, start_time, end_time, record: { entity: visit.kind, key: visit.record.key } }
  if (visit.kind === 'tour') return tourToToday(visit.record, timed)
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

function tourToToday(tour: TourRow, timed: Timed): TodayVisit[] {
  const title = tourTitle(tour.id)
  const page = { to: `/tours/${tour.id ?? tour.key}`, name: 'Open Tour' }
  const whole = { ...timed, kind: 'tour', place: null, isAnywhere: false, destination: null, page } as const
  const stops = tour.stops.flatMap((stop) => stopToToday(stop, title, whole))
  if (stops.length === 0) return [{ ...whole, title, isAddress: false, note: tour.client_email }]
  const { lunch } = tour
  if (!lunch) return stops
  const rest = { ...whole, kind: 'lunch', title: 'Lunch', isAddress: false, isAnywhere: true, record: null } as const
  return [...stops, { ...rest, ...lunch, key: `${timed.key} lunch`, note: title }]
}

function stopToToday(
  stop: TourStopRow,
  title: string,
  tour: Omit<TodayVisit, 'title' | 'isAddress' | 'note'>,
): TodayVisit[] {
  const { estimated_arrival, estimated_departure, listing_address, listing_city, order } = stop
  if (!estimated_arrival || !estimated_departure) return []
  const [latitude, longitude] = [knownNumber(stop.latitude), knownNumber(stop.longitude)]
  return [
    {
      ...tour,
      key: `${tour.key} ${order}`,
      start_time: estimated_arrival,
      end_time: estimated_departure,
      place: latitude === null || longitude === null ? null : { latitude, longitude },
      title: listing_address,
      isAddress: true,
      note: [`${title}, stop ${order}`, listing_city].filter(Boolean).join(' · '),
      destination: [listing_address, listing_city].filter(Boolean).join(', '),
    },
  ]
}
