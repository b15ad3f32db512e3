import type { TourPreferences } from '#core/contract/tour-preferences.ts'
import { selectAListing } from '#core/contract/tour.ts'
import type { Moment } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TouredListing, TourPlanRequest } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
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
import { addTour, changeTour } from '../tour-commands.ts'
import type { TourFormInput } from './tour-form-schema.ts'
import { choiceOf, lengthsFrom, planRequest, isSameLengths, isSamePlan, isSamePreferences } from './plan-request.ts'

export type ShownTour = {
  /** The homes that can be visited, with locations and closed hours; null until they are read and located. */
  homes: readonly TouredListing[] | null
  stops: readonly TourStopRow[]
  events: readonly ListingEvent[]
  plans: TourPlans | null
  now: Moment
}

type TourToSave = {
  opId: string
  tour: TourRow | null
  parsed: TourFormInput
  shown: ShownTour
}

/** Saves the form on this device with the shown plan. Returns the tour's key, or why nothing was saved. */
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
  const wish = await wishToSave(device, saved)
  if (wish.listings.length === 0) return { fieldErrors: { selected_listings: selectAListing } }
  const { plan, wire } = await planToSave(wish, shown.plans)
  if (plan.stops.length === 0) return { fieldErrors: { selected_listings: noneFits } }
  const selected_listings = wish.listings.map(({ id }) => id)
  const values = {
    ...whoAndWhen(parsed),
    selected_listings,
    preferences: preferencesOfForm(parsed),
    planning: wish.planning,
    visit_lengths: lengthsOf(parsed.visit_lengths, selected_listings),
  }
  return addTour(device, { opId, values, plan: wire })
}

async function saveEdited(device: Device, saved: TourToSave & { tour: TourRow }) {
  const { opId, tour, parsed } = saved
  const values = {
    ...whoAndWhen(parsed),
    ...choiceOf(tour, parsed),
    ...(isSamePreferences(tour, parsed) ? {} : { preferences: asTexts(preferencesOfForm(parsed)) }),
    ...(isSameLengths(tour, parsed) ? {} : { visit_lengths: lengthsFrom(parsed) }),
  }
  const plan = isSamePlan(tour, parsed) ? null : await planAgain(device, saved)
  const outcome = await changeTour(device, { opId, tour, values, plan })
  return outcome === 'deleted' ? outcome : { key: tour.key }
}

function whoAndWhen({ client_email, client, tour_date, start_time, end_time }: TourFormInput) {
  return { client_email, client, tour_date, start_time, end_time }
}

/** The edit form sends numbers as strings (reading R22). */
function asTexts({ include_lunch_break, ...numbers }: TourPreferences): TourPreferences {
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)])
  return { ...(Object.fromEntries(texts) as unknown as TourPreferences), include_lunch_break }
}

async function planAgain(device: Device, saved: TourToSave & { tour: TourRow }) {
  const { tour, parsed, shown } = saved
  const wish = await wishToSave(device, saved)
  const { wire } = await planToSave(wish, shown.plans, tour.stops)
  return { ...wire, dropped: [...wire.dropped, ...goneFrom(tour, parsed.selected_listings, wish.listings)] }
}

async function wishToSave(device: Device, { tour, parsed, shown }: TourToSave): Promise<TourPlanRequest> {
  const day = await dayForPlanning(device.database, parsed.tour_date, tour?.key)
  const homes = shown.homes ?? (await readHomes(device, parsed.selected_listings, shown.stops, shown.events))
  return planRequest(tour, parsed, homes, { day, now: shown.now })
}

/** Chosen homes that are no longer listed; the plan omits them, and the tour lists them as dropped. */
function goneFrom(tour: TourRow, order: readonly ListingId[], planned: readonly TouredListing[]) {
  const known = new Set(planned.map(({ id }) => id))
  return order
    .filter((id) => !known.has(id))
    .map((listing_id) => ({
      listing_id,
      listing_address: tour.stops.find((stop) => stop.listing_id === listing_id)?.listing_address ?? '',
      reason: 'no_longer_listed',
      missing_minutes: null,
      is_approximate: false,
    }))
}
