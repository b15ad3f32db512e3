import { isListedByOther } from '#core/contract/record-constants.ts'
import { useEffect, useMemo, useState } from 'react'
import { readListingDashboard } from '#api/listing-dashboard-calls.ts'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { interests } from '#core/contract/showing.ts'
import { nextOpenHouse } from '#core/domain/visits/open-house-order.ts'
import { isInPastWeek, pastWeekOf, weekBefore } from '#core/domain/time/calendar-days.ts'
import type { ShowingOfWeek, WeekCounts } from '#core/domain/exposure/seller-report.ts'
import { isNotCancelled } from '#core/domain/visits/showing-status.ts'
import { type TourVisit, tourVisitsTo } from '#core/domain/tours/tour-visits.ts'
import { figureIn } from '#core/domain/exposure/reading-fields.ts'
import { withUnsentExposure } from '#core/domain/exposure/unsent-exposure.ts'
import { dateOfInstant, hasPassed, type Moment } from '#core/domain/time/wall-clock.ts'
import { recoveryCountMetadataKey } from '#core/sync/metadata-keys.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { useConnection } from '#state/connection.ts'
import { inArea, messageOf } from '#state/session.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import { type DashboardCopy, dashboardCopy, storeDashboardCopy } from '#storage/reading/listing-dashboard-copies.ts'
import type { ExposureReadingRow, ListingRow, OpenHouseRow } from '#storage/database/rows.ts'
import {
  noteServerTime,
  readingsHere,
  readingTime,
  saveReadings,
  unsentReadings,
} from '#storage/exposure/stored-readings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { FormRefusal } from '#ui/form/use-record-form.ts'

export type ListingWeek = {
  listing: ListingRow
  period: { start_date: string; end_date: string }
  counts: WeekCounts
  /** The counts of the week before `period`. */
  countsBefore: WeekCounts
  /** Includes visits of tours, without the agent's private notes about them. */
  showings: ShowingOfWeek[]
  /** The next open house that has not begun. */
  openHouse: OpenHouseRow | null
  /** The server's last answer, with newer readings of this device added; null if there was no answer. */
  copy: DashboardCopy | null
  /** Operations on exposure readings of this listing that the server has not confirmed. */
  unsent: Operation[]
  /** Changes when the server confirms or deletes a reading of this device, or is restored. A copy fetched in another state may be outdated. */
  readingsState: string
}

/** Returns a listing's past week: `undefined` until it is read, `null` if this device has no such listing, or it is a home to show. */
export function useListingWeek(idOrKey: string): ListingWeek | null | undefined {
  const { database } = useDevice()
  const { today, minutesNow } = useMinute()
  const week = useLiveQuery(async () => {
    const key = await resolveLocalKey(database, 'listing', idOrKey)
    const listing = await database.listings.get(key)
    if (listing === undefined || isListedByOther(listing)) return null
    const { dates: _, ...period } = pastWeekOf(today)
    const [week, before, openHouses, copy, readings, allUnsent, recoveries] = await Promise.all([
      readWeek(database, listing, period, { today, minutesNow }),
      readWeek(database, listing, weekBefore(today), { today, minutesNow }),
      database.open_houses.where('listing_key').equals(key).toArray(),
      dashboardCopy(database, key),
      readingsHere(database, key),
      unsentReadings(database),
      database.facts.get(recoveryCountMetadataKey),
    ])
    const unsent = allUnsent.filter(({ references }) => references['listing']?.key === key)
    const copyHere = copy && { ...copy, dashboard: withReadings(copy.dashboard, readings, unsent) }
    const readingsState = [...stateOfReadings(readings, unsent), Number(recoveries?.value ?? 0)].join(' ')
    return { listing, period, ...week, countsBefore: before.counts, openHouses, copy: copyHere, unsent, readingsState }
  }, [database, idOrKey, today, minutesNow])
  return useMemo(() => {
    if (!week) return week
    const now = { today, minutesNow }
    const ahead = week.openHouses.filter(({ date, start_time }) => !hasPassed(date, start_time, now))
    return { ...week, openHouse: nextOpenHouse(ahead, now) }
  }, [week, today, minutesNow])
}

/** Adds the readings that the server's answer does not include yet, except refused ones. */
function withReadings(
  dashboard: ListingDashboard,
  readings: readonly ExposureReadingRow[],
  unsent: readonly Operation[],
): ListingDashboard {
  const includedVersion = dashboard.version ?? Infinity
  const stateOf = new Map(unsent.map(({ key, state }) => [key, state]))
  const newer = readings.filter(
    (row) => stateOf.get(row.key) !== 'attention' && (versionOf(row) > includedVersion || stateOf.has(row.key)),
  )
  return withUnsentExposure(dashboard, newer.map(figureIn))
}

function stateOfReadings(readings: readonly ExposureReadingRow[], unsent: readonly Operation[]): number[] {
  const versions = readings.map(versionOf).filter((version) => version > 0)
  const deletions = unsent.filter(({ kind }) => kind === 'delete').length
  return [versions.length, Math.max(0, ...versions), deletions]
}

/** Returns 0 until the server has confirmed the reading. */
function versionOf({ version = 0 }: ExposureReadingRow): number {
  return Number(version)
}

/** Counts only showings and open houses that have started by now. Tour visits count as showings. Visitors count on the day of their open house. */
async function readWeek(
  database: DeviceDatabase,
  listing: ListingRow,
  period: ListingWeek['period'],
  now: Moment,
): Promise<Pick<ListingWeek, 'counts' | 'showings'>> {
  const { start_date, end_date } = period
  const [all, openHouses, tours] = await Promise.all([
    database.showings.where('listing_key').equals(listing.key).toArray(),
    database.open_houses.where('listing_key').equals(listing.key).toArray(),
    database.tours.where('tour_date').between(start_date, end_date, true, true).toArray(),
  ])
  const ofWeek = openHouses.filter(
    ({ date, start_time }) => isInPastWeek(date, period) && hasPassed(date, start_time, now),
  )
  const visitors = await database.open_house_visits
    .where('open_house_key')
    .anyOf(ofWeek.map(({ key }) => key))
    .count()
  const booked = all.filter(
    (showing) =>
      isNotCancelled(showing) &&
      isInPastWeek(showing.showing_date, period) &&
      hasPassed(showing.showing_date, showing.start_time, now),
  )
  const toured = tourVisitsTo(tours, listing).map(showingOfTour)
  const showings = [...booked, ...toured]
  return { showings, counts: { showings: showings.length, openHouses: ofWeek.length, visitors } }
}

function showingOfTour({ date, start_time, end_time, rating }: TourVisit<object>): ShowingOfWeek {
  const interest = interests.find((one) => one === rating) ?? null
  return { showing_date: date, start_time, end_time, status: 'Held', interest }
}

const freshForMs = 5 * 60 * 1000

/** `asking`: the page waits for the server. `asked`: the answer has come, or none will. `failed`: an error's message; not for a missing network. */
export type WeekRefresh = 'asking' | 'asked' | { failed: string }

/** Fetches the listing's dashboard when the stored copy is old or may lack figures, and when the server can be reached again. */
export function useWeekRefresh(
  week: Pick<ListingWeek, 'listing' | 'period' | 'readingsState' | 'copy'> | null | undefined,
): WeekRefresh {
  const device = useDevice()
  const isOffline = useConnection(({ state }) => state === 'offline')
  const [outcome, setOutcome] = useState<WeekRefresh | 'kept'>('asking')
  const { key, id } = week?.listing ?? {}
  const { period, readingsState = '' } = week ?? {}
  const today = period?.end_date
  useEffect(() => {
    if (key === undefined || today === undefined || isOffline) return undefined
    let isShown = true
    const work =
      id === undefined ? Promise.resolve<WeekRefresh>('asked') : refreshCopy(device, { key, id, today, readingsState })
    void work.then((result) => isShown && setOutcome(result))
    return () => {
      isShown = false
    }
  }, [device, key, id, today, readingsState, isOffline])
  const whileReading = week?.copy ? 'asked' : 'asking'
  const refresh = outcome === 'kept' ? whileReading : outcome
  // Without a network there is no answer to wait for.
  return isOffline && refresh === 'asking' ? 'asked' : refresh
}

type WeekToFetch = { key: LocalKey; id: number; today: string; readingsState: string }

/** Resolves to `kept` if this device now has a fresh copy, which the page may not have read yet. */
async function refreshCopy(
  device: Device,
  { key, id, today, readingsState }: WeekToFetch,
): Promise<WeekRefresh | 'kept'> {
  const { database, clock } = device
  try {
    const known = await dashboardCopy(database, key)
    const isFresh =
      known !== null &&
      known.readingsState === readingsState &&
      clock.now() - known.at < freshForMs &&
      known.dashboard.period.end_date === today
    return isFresh || (await fetchCopy(device, { key, id, readingsState })) ? 'kept' : 'asked'
  } catch (cause) {
    return { failed: messageOf(cause) }
  }
}

async function fetchCopy(device: Device, { key, id, readingsState }: Omit<WeekToFetch, 'today'>): Promise<boolean> {
  const at = device.clock.now()
  const dashboard = await inArea('dashboard', () => fetchDashboard(id, dateOfInstant(at)))
  if (dashboard === null) return false
  await storeDashboardCopy(device, key, { dashboard, at, readingsState })
  // The figures that this device saves later must count as newer than those shown.
  await noteServerTime(device, dashboard.as_of ?? null)
  return true
}

/** Saves figures on this device and puts them in the outbox. Resolves to a refusal if there are none or the listing was deleted. */
export async function saveExposure(
  device: Device,
  { key }: Pick<ListingRow, 'key'>,
  figures: readonly ExposureFigure[],
): Promise<FormRefusal | void> {
  const { database } = device
  if (figures.length === 0) return { message: 'Enter at least one figure.' }
  if ((await database.listings.get(key)) === undefined)
    return { message: 'This listing was deleted, so its figures cannot be saved.' }
  await saveReadings(device, key, figures, await readingTime(device))
}

export const failureOfFigures = 'Failed to save the figures. Please try again.'

/** Resolves to null if there can be no answer: no network, no session, or a server without this call. */
async function fetchDashboard(id: number, today: string) {
  const answer = await readListingDashboard(id, today)
  if (answer.ok) return answer.value
  const { status, body } = answer.refusal
  if (status === null || status === 401 || status === 404) return null
  throw Object.assign(new Error('Failed to load dashboard data'), typeof body === 'object' ? body : {})
}
