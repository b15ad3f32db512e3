import { selectAListing } from '#core/contract/tour.ts'
import type { Moment } from '#core/domain/time/has-passed.ts'
import { plannedStart } from '#core/domain/tours/tour-hours.ts'
import type { TourWish } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { dayForPlanning } from '#storage/schedule/day-for-planning.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourStopRow } from '#storage/database/rows.ts'
import type { ListingEvent } from '#features/tours/tour-listing-events.ts'
import { addTour } from '../tour-commands.ts'
import { readHomes } from '../planning/read-homes.ts'
import { lengthsOf } from '#features/tours/timeline/visit-lengths.ts'
import type { NewTourInput } from './new-tour-values.ts'
import { preferencesOfForm } from '../planning/tour-form-values.ts'
import { noneFits } from '../planning/plan-words.ts'
import { planToSave, type TourPlans } from '../planning/use-tour-plans.ts'
import { tourWish } from './use-tour-wish.ts'

/** What was last asked of the planner, what it said, and what else the page knows. */
export type LatestPlans = {
  /** Null until the page has read what it asks of the planner. */
  wish: TourWish | null
  plans: TourPlans | null
  /** Its homes are read and placed. */
  isReady: boolean
  /** Of the tour that this one begins as a copy of. */
  copiedStops: readonly TourStopRow[]
  events: readonly ListingEvent[]
  now: Moment
}

/**
 * The plan that was shown is the plan that is saved; what the page has not read yet is read first. A text says why nothing
 * is saved: none of the chosen listings is on this device, or none fits into the day.
 */
export async function saveNewTour(
  device: Device,
  opId: string,
  parsed: NewTourInput,
  latest: LatestPlans,
): Promise<{ key: LocalKey } | { refused: string }> {
  const wish = (latest.isReady ? latest.wish : null) ?? (await readWish(device, parsed, latest))
  if (wish.listings.length === 0) return { refused: selectAListing }
  const { client_email, client, tour_date, start_time, end_time } = parsed
  const { plan, wire } = await planToSave(wish, latest.plans)
  if (plan.stops.length === 0) return { refused: noneFits }
  const values = {
    client_email,
    client,
    tour_date,
    start_time,
    end_time,
    selected_listings: wish.listings.map(({ id }) => id),
    preferences: preferencesOfForm(parsed),
    planning: wish.planning,
    visit_lengths: lengthsOf(
      parsed.visit_lengths,
      wish.listings.map(({ id }) => id),
    ),
  }
  return addTour(device, { opId, values, plan: wire })
}

async function readWish(device: Device, parsed: NewTourInput, latest: LatestPlans): Promise<TourWish> {
  const { copiedStops, events, now } = latest
  const [homes, day] = await Promise.all([
    readHomes(device, parsed.selected_listings, copiedStops, events),
    dayForPlanning(device.database, parsed.tour_date),
  ])
  return tourWish(parsed, plannedStart(parsed, now), homes, day)
}
