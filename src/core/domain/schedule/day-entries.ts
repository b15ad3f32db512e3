import type { Showing } from '#core/contract/showing.ts'
import type { TourStep } from '#core/contract/tour.ts'
import type { DayVisit } from './day-plan.ts'
import type { Place, VisitPlaces } from '#core/domain/travel/driving.ts'
import { exactPlace } from '#core/domain/travel/place-of-home.ts'
import { fullAddress, type PostalAddress } from '#core/domain/listings/listing-display.ts'
import { placeOfStop, type TimedStop, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { currentStop, runOf, type RunStop, wasVisited } from '#core/domain/tours/tour-run.ts'
import { lunchOfRun } from '#core/domain/tours/tour-run-timeline.ts'
import type { TourLunch } from '#core/domain/tours/tour-timeline.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'

/** A property. `place` is its approximate location if it has no coordinates. */
type Home = PostalAddress & {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  place?: Place | null | undefined
}

type TourStopOfDay = TimedStop & { listing_city?: string | undefined }

type TourOfDay = {
  key: string
  id?: number | undefined
  client_email: string
  status: string
  stops: readonly TourStopOfDay[]
  lunch?: TourLunch
  steps?: readonly TourStep[] | undefined
}

type ShowingOfDay = { key: string; listing_key: string; client_email: string; status?: Showing['status'] | undefined }

export type RecordOfDay = VisitPlaces & { key: string; title: string; start_time: string; end_time: string } & (
    | { kind: 'showing'; record: ShowingOfDay; property: Home }
    | { kind: 'open_house'; record: { key: string; listing_key: string }; property: Home }
    | { kind: 'appointment'; record: { key: string; location?: string | undefined } }
    /** `homes`: the property of each stop, as far as this device has it. */
    | { kind: 'tour'; record: TourOfDay; homes: readonly Home[] }
  )

/** A visit, one stop of a tour, or its lunch, as every screen shows it. Its times, places and progress are the fields of `DayVisit`. */
export type DayEntry = DayVisit & {
  key: string
  kind: RecordOfDay['kind'] | 'lunch'
  /** The record whose status mark is shown; null for a lunch. */
  record: { entity: RecordOfDay['kind']; key: string } | null
  /** The address, or the title of a visit without one. */
  title: string
  isAddress: boolean
  /** The whole visit in one line: "Showing at 51 Aiken Way". */
  name: string
  /** Beside the title: "Showing · Gold River". */
  note: string
  /** The full address, for a map. */
  destination: string | null
  /** The page to open, with the text of the button; null if there is none. */
  page: { to: string; name: string } | null
  /** The agent has left the previous stop. */
  isOnTheWay?: boolean
}

/** Returns a day's entries: a tour is split into its stops and lunch. `minutesNow` is null unless the day is today. */
export function entriesOfDay(records: readonly RecordOfDay[], minutesNow: number | null): DayEntry[] {
  return records.flatMap((record) => entriesOf(record, minutesNow))
}

function entriesOf(one: RecordOfDay, minutesNow: number | null): DayEntry[] {
  const { key, start_time, end_time, place } = one
  const timed = { key, start_time, end_time, record: { entity: one.kind, key: one.record.key } }
  if (one.kind === 'tour') return tourEntries(one, timed, minutesNow)
  if (one.kind === 'appointment') {
    const { title } = one
    const { location = '' } = one.record
    return [
      {
        ...timed,
        kind: 'appointment',
        place,
        isAnywhere: location === '',
        title,
        isAddress: false,
        name: title,
        note: location || 'Appointment',
        destination: location || null,
        page: null,
      },
    ]
  }
  const { address, city } = one.property
  const word = one.kind === 'showing' ? 'Showing' : 'Open house'
  return [
    {
      ...timed,
      kind: one.kind,
      place,
      isAnywhere: false,
      title: address ?? one.title,
      isAddress: address !== undefined,
      name: one.title,
      note: [word, city].filter(Boolean).join(' · '),
      destination: address === undefined ? null : fullAddress(one.property),
      page: { to: `/listings/${one.record.listing_key}`, name: 'Open Listing' },
      progress: one.kind === 'showing' ? progressOf(one.record) : undefined,
    },
  ]
}

/** Returns the progress by the outcome that the agent set; undefined without one: the clock decides. `over`: past, but not held. */
function progressOf({ status }: ShowingOfDay): DayEntry['progress'] {
  if (status === 'Held') return 'done'
  return status === 'No-show' ? 'over' : undefined
}

type Timed = Pick<DayEntry, 'key' | 'start_time' | 'end_time' | 'record'>

type StopAtHome = TourStopOfDay & { home: Home }

function tourEntries(
  { record: tour, homes }: Extract<RecordOfDay, { kind: 'tour' }>,
  timed: Timed,
  minutesNow: number | null,
): DayEntry[] {
  const title = tourTitle(tour.id)
  const address = `/tours/${tour.id ?? tour.key}`
  const isUnderway = tour.status === 'in_progress'
  const page = isUnderway ? { to: `${address}/run`, name: 'Continue Tour' } : { to: address, name: 'Open Tour' }
  const common = { ...timed, kind: 'tour', place: null, isAnywhere: false, destination: null, page } as const
  const stops = tour.stops.map((stop, index): StopAtHome => ({ ...stop, home: homes[index] ?? {} }))
  const run = runOf({ ...tour, stops }, isUnderway && minutesNow !== null ? minutesNow * 60 : null)
  const current = currentStop(run)
  const wasRun = isUnderway || (tour.status === 'completed' && run.some((stop) => wasVisited(tour, stop)))
  let before: RunStop<StopAtHome> | null = null
  const stopEntries = run.flatMap((stop, index): DayEntry[] => {
    const times = wasRun ? actualTimes(stop, isUnderway) : plannedTimes(stop.stop)
    if (times === null) return []
    const drive = before && stop.drive && { from: entryKey(timed.key, before.stop), ...stop.drive }
    before = stop
    const isOnTheWay = stop === current && run[index - 1]?.state === 'left'
    return [{ ...stopEntry(stop.stop, title, common), ...times, plannedDrive: drive, isOnTheWay }]
  })
  if (stopEntries.length === 0 && !wasRun)
    return [{ ...common, title, isAddress: false, name: title, note: tour.client_email }]
  const lunch = lunchOfRun(run, tour.lunch)
  const all = lunch && stopEntries.length > 0 ? [...stopEntries, lunchEntry(lunch, title, common)] : stopEntries
  // A completed tour has ended, whatever its plan says.
  return tour.status === 'completed'
    ? all.map((entry) => ({ ...entry, progress: entry.kind === 'lunch' ? 'over' : 'done' }))
    : all
}

type EntryTimes = Pick<DayEntry, 'start_time' | 'end_time' | 'progress'>

/** Returns the actual or expected times of a stop; null if it is not visited. */
function actualTimes(
  { state, arrival, begins, departure, stop }: RunStop<TimedStop>,
  isUnderway: boolean,
): EntryTimes | null {
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

/** Returns the planned times of a stop, without the wait before the visit; null if there are none. */
function plannedTimes(stop: TimedStop): EntryTimes | null {
  const start_time = visitBegins(stop)
  const end_time = stop.estimated_departure
  return start_time && end_time ? { start_time, end_time } : null
}

type TourEntry = Omit<DayEntry, 'title' | 'isAddress' | 'name' | 'note'>

function lunchEntry({ start_time, end_time }: NonNullable<TourLunch>, title: string, tour: TourEntry): DayEntry {
  const lunch = { kind: 'lunch', title: 'Lunch', name: 'Lunch', isAddress: false, isAnywhere: true } as const
  return { ...tour, ...lunch, record: null, start_time, end_time, key: `${tour.key} lunch`, note: title }
}

function stopEntry(stop: StopAtHome, title: string, tour: TourEntry): DayEntry {
  const { listing_address: address, listing_city: city, order, home } = stop
  return {
    ...tour,
    key: entryKey(tour.key, stop),
    place: placeOfStop(stop) ?? home.place ?? exactPlace(home),
    title: address,
    isAddress: true,
    name: address,
    note: [`${title}, stop ${order}`, city].filter(Boolean).join(' · '),
    destination: fullAddress({ city, ...home, address }),
  }
}

export function entryKey(tourKey: string, { order }: TimedStop): string {
  return `${tourKey} ${order}`
}

/** Whether the first visit should have ended by now, but the tour was never started. */
export function isNotStarted(
  { status, stops }: Pick<TourOfDay, 'status' | 'stops'>,
  { date, today, minutesNow }: { date: string; today: string; minutesNow: number },
): boolean {
  if (status !== 'scheduled' || stops.length === 0 || date > today) return false
  const ends = stops.flatMap(({ estimated_departure: end }) => (end ? [minutesOfDay(end)] : []))
  return date < today || (ends.length > 0 && Math.min(...ends) <= minutesNow)
}
