import type { TourPreferences } from '#core/contract/tour-preferences.ts'
import type { TourPlanHere, TouredListing } from '#core/planner/tour-planning.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { dayForPlanning } from '#storage/day-for-planning.ts'
import type { Device } from '#storage/device.ts'
import type { TourRow } from '#storage/rows.ts'
import { orderToText } from '../listing-order.ts'
import { planTourOnDevice } from '../plan-tour-on-device.ts'
import { changeTour, type TourValues } from '../tour-commands.ts'
import { type EditTourInput, preferencesOfTour } from './edit-tour-values.ts'

type EditedTour = {
  opId: string
  tour: TourRow
  parsed: EditTourInput
  /** Those of the chosen listings that can be visited, placed, with their closed hours. */
  listings: readonly TouredListing[]
}

/** Saves what the agent changed, planned anew where the plan depends on it. */
export async function saveEditedTour(
  device: Device,
  { opId, tour, parsed, listings }: EditedTour,
): Promise<UpdateOutcome> {
  const { client_email, client, tour_date, start_time, end_time, selected_listings } = parsed
  const preferences = preferencesFrom(parsed)
  const isSamePreferences = JSON.stringify(preferences) === JSON.stringify(preferencesOfTour(tour))
  const order = orderToText(selected_listings)
  const planning = isReordered(tour, parsed) ? 'given' : (tour.planning ?? 'best')
  const isSamePlan =
    tour_date === tour.tour_date &&
    start_time === tour.start_time &&
    end_time === tour.end_time &&
    order === orderToText(tour.selected_listings) &&
    isSamePreferences
  const values: Partial<TourValues> = {
    client_email,
    client,
    tour_date,
    start_time,
    end_time,
    selected_listings,
    planning,
  }
  const plan = isSamePlan ? null : await planAnew(device, { tour, parsed, listings, preferences, planning })
  return changeTour(device, {
    opId,
    tour,
    values: isSamePreferences ? values : { ...values, preferences: asTexts(preferences) },
    plan,
  })
}

function preferencesFrom(parsed: EditTourInput): TourPreferences {
  const { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration } = parsed
  return { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration }
}

/** The edit form sends its numbers as texts (reading R22). */
function asTexts({ include_lunch_break, ...numbers }: TourPreferences): TourPreferences {
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)])
  return { ...(Object.fromEntries(texts) as unknown as TourPreferences), include_lunch_break }
}

/** The agent has moved stops, and a manual order is kept (reading R30). */
function isReordered(tour: TourRow, { selected_listings: order }: EditTourInput): boolean {
  const kept = tour.selected_listings.filter((id) => order.includes(id))
  return orderToText(kept) !== orderToText(order.filter((id) => kept.includes(id)))
}

type ToPlan = Omit<EditedTour, 'opId'> & { preferences: TourPreferences; planning: TourValues['planning'] }

async function planAnew(
  { database }: Device,
  { tour, parsed, listings, preferences, planning }: ToPlan,
): Promise<TourPlanHere> {
  const { start_time, end_time, tour_date, selected_listings } = parsed
  const day = await dayForPlanning(database, tour_date, tour.key)
  const known = new Map(listings.map((listing) => [listing.id, listing]))
  const toured = selected_listings.flatMap((id) => known.get(id) ?? [])
  const wish = { start_time, end_time, preferences, listings: toured, day, planning }
  const { wire } = await planTourOnDevice(wish, tour.stops)
  return { ...wire, dropped: [...wire.dropped, ...goneFrom(tour, selected_listings, known)] }
}

/** What was chosen before and is not listed any more has no place in a new plan, and the tour says so. */
function goneFrom(
  tour: TourRow,
  order: EditTourInput['selected_listings'],
  known: ReadonlyMap<unknown, TouredListing>,
) {
  return order
    .filter((id) => !known.has(id))
    .map((listing_id) => ({
      listing_id,
      listing_address: tour.stops.find((stop) => stop.listing_id === listing_id)?.listing_address ?? '',
      reason: 'no_longer_listed',
      missing_minutes: null,
    }))
}
