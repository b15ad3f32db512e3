import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { inputWithAddedStop, stopsWithAdded } from '#core/planner/add-stop.ts'
import type { Fields } from '#core/contract/json.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import { changeRecord } from '#records/saving/commands.ts'
import type { HomeUse } from '#records/homes/add-home.tsx'
import { failureMessageOf } from '#records/record-labels.ts'
import { notify } from '#state/notifications.ts'
import { dayForPlanning } from '#storage/schedule/visits-of-day.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingRow, TourRow, TourStopRow } from '#storage/database/rows.ts'
import { planInWorker } from '../planning/plan-in-worker.ts'
import { readHomes } from '#features/tours/planning/homes-of-tour.ts'
import { preferencesOfTour } from '../planning/tour-form-values.ts'
import type { ShownStop } from '../tour-stops.ts'
import { formatTime } from '#core/format/times.ts'

export type StopToAdd = {
  tour: TourRow
  run: readonly RunStop<ShownStop>[]
  listing: ListingRow
  at: 'next' | 'last'
  /** Seconds of the day; null if the tour is on another day. */
  now: number | null
}

/** Adds a home to a running tour and saves the tour on this device. Returns a message and how to undo it; if it is not possible, shows why. */
export async function saveAddedStop(device: Device, stop: StopToAdd): Promise<HomeUse | void> {
  const { tour, run, listing } = stop
  const id = listing.id ?? listing.key
  const address = listing.property.address ?? ''
  if (run.some(({ stop: { listing_id } }) => listing_id === id)) return refuse(`${address} is in this tour already.`)
  const [home] = await readHomes(device, [id], [], [])
  if (home === undefined) return refuse(`${address} is no longer listed.`)
  const found = await planWith(device, stop, home)
  if (found === null) return refuse(`The day has no time left for ${address}.`)
  const changes = changesOf(tour, found, id)
  const { key, ...opened } = tour
  const outcome = await changeRecord(device, 'tour', { opId: device.ids.uuid(), key, opened, changes })
  if (outcome === 'deleted') return refuse('This tour was deleted on this device.')
  return { message: addedMessage(found.stops, id), undo: () => undoAdding(device, tour, changes) }
}

async function planWith(device: Device, { tour, run, at, now }: StopToAdd, listing: TouredListing) {
  const day = await dayForPlanning(device.database, tour.tour_date, tour.key)
  // The agent wants this home in the tour even if its location is unknown.
  const home = { ...listing, unplacedLast: true }
  const planAround = async (lunch: TourRow['lunch']) => {
    const extended = inputWithAddedStop<TourStopRow>({
      tour: { ...tour, lunch, preferences: preferencesOfTour(tour) },
      run: asStored(run, tour),
      home,
      at,
      day,
      now,
    })
    return stopsWithAdded(extended, await planInWorker(extended.input), tour.stops)
  }
  // If lunch no longer fits, plan without it: the agent eats when there is time.
  return (await planAround(tour.lunch)) ?? (tour.lunch ? planAround(null) : null)
}

type ExtendedPlan = NonNullable<Awaited<ReturnType<typeof planWith>>>

/** Returns the tour's changed fields. The order of the run becomes the agent's own (`given`), and the tour ends no earlier than its last visit. */
function changesOf(tour: TourRow, { ends, ...plan }: ExtendedPlan, id: number | LocalKey): Fields {
  const listingIds = plan.stops.flatMap(({ listing_id }: TourStopRow) => listing_id ?? [])
  return {
    ...plan,
    lunch: plan.lunch ?? tour.lunch ?? null,
    dropped: (tour.dropped ?? []).filter(({ listing_id }) => listing_id !== id),
    planning: 'given',
    selected_listings: [...listingIds, ...tour.selected_listings.filter((other) => !listingIds.includes(other))],
    ...(ends > tour.end_time ? { end_time: ends } : {}),
  }
}

/** Returns the run with the stops as the tour stores them, but with the locations shown on screen, which may be approximate. */
function asStored(run: readonly RunStop<ShownStop>[], { stops }: TourRow): RunStop<TourStopRow>[] {
  return run.map((known) => {
    const { order, latitude = null, longitude = null, is_approximate = false, uncertainty_miles = null } = known.stop
    const stored = stops.find((stop) => stop.order === order) ?? known.stop
    return { ...known, stop: { ...stored, latitude, longitude, is_approximate, uncertainty_miles } }
  })
}

/** Returns "9 Oak Way is stop 2 of 4, at about 9:34 AM." */
function addedMessage(stops: readonly TourStopRow[], id: number | string): string {
  const stop = stops.find(({ listing_id }) => listing_id === id)
  if (stop === undefined) return ''
  const at = stop.estimated_arrival === undefined ? '' : `, at about ${formatTime(stop.estimated_arrival)}`
  return `${stop.listing_address} is stop ${stop.order} of ${stops.length}${at}.`
}

function refuse(message: string): void {
  notify({ type: 'error', title: failureMessageOf('tour', 'update'), message })
}

/** Restores the fields that the addition changed; steps logged since the addition, such as an arrival, stay. */
async function undoAdding(device: Device, { key, ...before }: TourRow, changes: Fields): Promise<void> {
  const opened = { ...before, ...changes } as Fields
  await changeRecord(device, 'tour', {
    opId: device.ids.uuid(),
    key,
    opened,
    changes: pick(before, Object.keys(changes)),
  })
}
