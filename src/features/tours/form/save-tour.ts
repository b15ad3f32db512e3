import type { TourPreferences } from '#core/contract/tour-preferences.ts'
import type { Fields } from '#core/contract/json.ts'
import { selectAListing, type TourPlanning } from '#core/contract/tour.ts'
import type { Moment } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { LocalTourPlan, TouredListing, TourPlanRequest } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import { dayForPlanning } from '#storage/schedule/visits-of-day.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourRow, TourStopRow } from '#storage/database/rows.ts'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import type { FormRefusal } from '#ui/form/use-record-form.ts'
import { lengthsOf } from '#features/tours/timeline/visit-lengths.ts'
import type { ListingEvent } from '#features/tours/tour-listing-events.ts'
import { noneFits } from '#features/tours/planning/plan-labels.ts'
import { readHomes } from '#features/tours/planning/homes-of-tour.ts'
import { preferencesOfForm } from '../planning/tour-form-values.ts'
import { planToSave, type TourPlans } from '../planning/use-tour-plans.ts'
import { addRecord, changeRecord } from '#records/saving/commands.ts'
import { openedOf } from '../tour-commands.ts'
import type { TourFormInput } from './tour-form-schema.ts'
import {
  choiceOf,
  lengthsFrom,
  createPlanRequest,
  isSameLengths,
  isSamePlan,
  isSamePreferences,
} from './plan-request.ts'

export type ShownTour = {
  /** The homes that can be visited, with locations and closed hours; null until they are read and located. */
  homes: readonly TouredListing[] | null
  /** The stops of the edited or copied tour. */
  stops: readonly TourStopRow[]
  /** Other agents' showings and open houses at these homes. */
  events: readonly ListingEvent[]
  plans: TourPlans | null
  now: Moment
}

type TourToSave = {
  opId: string
  /** The edited tour; null for a new one. */
  tour: TourRow | null
  parsed: TourFormInput
  shown: ShownTour
}

/** Saves the form on this device, with the plan on screen. Returns the tour's key, or why nothing was saved. */
export async function saveTour(
  device: Device,
  saved: TourToSave,
): Promise<{ key: LocalKey } | FormRefusal | 'deleted'> {
  if (saved.tour !== null) return saveEdited(device, { ...saved, tour: saved.tour })
  try {
    return await saveNew(device, saved)
  } catch (error) {
    if (saved.parsed.is_intelligent !== true) throw error
    return { message: 'Failed to create intelligent tour.', details: storageErrorMessage(error) }
  }
}

async function saveNew(device: Device, saved: TourToSave): Promise<{ key: LocalKey } | FormRefusal> {
  const { opId, parsed, shown } = saved
  const request = await requestToPlan(device, saved)
  if (request.listings.length === 0) return { fieldErrors: { selected_listings: selectAListing } }
  // `wire` is the plan in the form in which the tour stores it.
  const { plan, wire } = await planToSave(request, shown.plans)
  if (plan.stops.length === 0) return { fieldErrors: { selected_listings: noneFits } }
  const selected_listings = request.listings.map(({ id }) => id)
  const values = {
    ...clientAndTimes(parsed),
    selected_listings,
    preferences: preferencesOfForm(parsed),
    planning: request.planning,
    visit_lengths: lengthsOf(parsed.visit_lengths, selected_listings),
  }
  return addTour(device, { opId, values, plan: wire })
}

async function saveEdited(device: Device, saved: TourToSave & { tour: TourRow }) {
  const { opId, tour, parsed } = saved
  const values = {
    ...clientAndTimes(parsed),
    ...choiceOf(tour, parsed),
    ...(isSamePreferences(tour, parsed) ? {} : { preferences: withTextNumbers(preferencesOfForm(parsed)) }),
    ...(isSameLengths(tour, parsed) ? {} : { visit_lengths: lengthsFrom(parsed) }),
  }
  const plan = isSamePlan(tour, parsed) ? null : await replan(device, saved)
  const outcome = await changeTour(device, { opId, tour, values, plan })
  return outcome === 'deleted' ? outcome : { key: tour.key }
}

type TourValues = {
  client_email: string
  /** The picked client's id or local key; '' if none is picked. */
  client: string
  tour_date: string
  start_time: string
  end_time: string
  /** In the agent's order; listings without a server id have local keys. */
  selected_listings: (number | LocalKey)[]
  preferences: TourPreferences
  planning: TourPlanning
  visit_lengths: { listing_id: number | LocalKey; minutes: number }[]
}

/** Saves a new tour on this device, with the plan that the screen shows. Idempotent by `opId`. */
function addTour(
  device: Device,
  { opId, values, plan }: { opId: string; values: TourValues; plan: LocalTourPlan },
): Promise<{ key: LocalKey }> {
  return addRecord(device, 'tour', {
    opId,
    changes: { ...values, ...plan } satisfies Fields,
    // The server sets these fields; screens show these values until its copy arrives.
    shown: { status: 'scheduled', created_at: new Date(device.clock.now()).toISOString(), steps: [] },
  })
}

type TourChange = { opId: string; tour: TourRow; values: Partial<TourValues>; plan: LocalTourPlan | null }

function changeTour(device: Device, { opId, tour, values, plan }: TourChange): Promise<UpdateOutcome> {
  const changes = { ...values, ...plan } satisfies Fields
  return changeRecord(device, 'tour', { opId, key: tour.key, opened: openedOf(tour), changes })
}

function clientAndTimes({ client_email, client, tour_date, start_time, end_time }: TourFormInput) {
  return { client_email, client, tour_date, start_time, end_time }
}

/** The edit form sends numbers as strings (reading R22). */
function withTextNumbers({ include_lunch_break, ...numbers }: TourPreferences): TourPreferences {
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)])
  return { ...(Object.fromEntries(texts) as unknown as TourPreferences), include_lunch_break }
}

async function replan(device: Device, saved: TourToSave & { tour: TourRow }) {
  const { tour, parsed, shown } = saved
  const request = await requestToPlan(device, saved)
  const { wire } = await planToSave(request, shown.plans, tour.stops)
  return { ...wire, dropped: [...wire.dropped, ...unlistedStops(tour, parsed.selected_listings, request.listings)] }
}

async function requestToPlan(device: Device, { tour, parsed, shown }: TourToSave): Promise<TourPlanRequest> {
  const day = await dayForPlanning(device.database, parsed.tour_date, tour?.key)
  const homes = shown.homes ?? (await readHomes(device, parsed.selected_listings, shown.stops, shown.events))
  return createPlanRequest(tour, parsed, homes, { day, now: shown.now })
}

/** Returns a dropped stop for each chosen home that is no longer listed. The plan does not contain these homes. */
function unlistedStops(tour: TourRow, order: readonly ListingId[], planned: readonly TouredListing[]) {
  const plannedIds = new Set(planned.map(({ id }) => id))
  return order
    .filter((id) => !plannedIds.has(id))
    .map((listing_id) => ({
      listing_id,
      listing_address: tour.stops.find((stop) => stop.listing_id === listing_id)?.listing_address ?? '',
      reason: 'no_longer_listed',
      missing_minutes: null,
      is_approximate: false,
    }))
}
