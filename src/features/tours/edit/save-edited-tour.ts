import type { TourPreferences } from '#core/contract/tour-preferences.ts'
import type { Moment } from '#core/domain/time/has-passed.ts'
import type { TourPlanHere, TouredListing } from '#core/planner/tour-planning.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { dayForPlanning } from '#storage/schedule/day-for-planning.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourRow } from '#storage/database/rows.ts'
import type { ListingEvent } from '#features/tours/tour-listing-events.ts'
import { readHomes } from '../planning/read-homes.ts'
import { planToSave, type TourPlans } from '../planning/use-tour-plans.ts'
import { changeTour, type TourValues } from '../tour-commands.ts'
import { preferencesOfForm } from '../planning/tour-form-values.ts'
import type { EditTourInput } from './edit-tour-values.ts'
import { choiceOf, editedWish, isSameLengths, isSamePlan, isSamePreferences, lengthsFrom } from './edited-plan.ts'

type EditedTour = {
  opId: string
  tour: TourRow
  parsed: EditTourInput
  /** Those of the chosen listings that can be visited, placed, with their closed hours; null until the page has read and placed them. */
  listings: readonly TouredListing[] | null
  /** What others have at them, as far as it is known. */
  events: readonly ListingEvent[]
  /** What the page shows as the plan; null where the tour keeps its own. */
  plans: TourPlans | null
  /** When that was planned. */
  now: Moment
}

/** Saves what the agent changed of a tour, with the plan that was shown where the plan depends on it. */
export async function saveEditedTour(
  device: Device,
  { opId, tour, parsed, ...shown }: EditedTour,
): Promise<UpdateOutcome> {
  const { client_email, client, tour_date, start_time, end_time } = parsed
  const values: Partial<TourValues> = {
    client_email,
    client,
    tour_date,
    start_time,
    end_time,
    ...choiceOf(tour, parsed),
    ...(isSamePreferences(tour, parsed) ? {} : { preferences: asTexts(preferencesOfForm(parsed)) }),
    ...(isSameLengths(tour, parsed) ? {} : { visit_lengths: lengthsFrom(parsed) }),
  }
  const plan = isSamePlan(tour, parsed) ? null : await planAnew(device, { tour, parsed, ...shown })
  return changeTour(device, { opId, tour, values, plan })
}

/** The edit form sends its numbers as texts (reading R22). */
function asTexts({ include_lunch_break, ...numbers }: TourPreferences): TourPreferences {
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)])
  return { ...(Object.fromEntries(texts) as unknown as TourPreferences), include_lunch_break }
}

async function planAnew(
  device: Device,
  { tour, parsed, listings, events, plans, now }: Omit<EditedTour, 'opId'>,
): Promise<TourPlanHere> {
  const day = await dayForPlanning(device.database, parsed.tour_date, tour.key)
  const homes = listings ?? (await readHomes(device, parsed.selected_listings, tour.stops, events))
  const wish = editedWish(tour, parsed, homes, { day, now })
  const { wire } = await planToSave(wish, plans, tour.stops)
  return { ...wire, dropped: [...wire.dropped, ...goneFrom(tour, parsed.selected_listings, wish.listings)] }
}

/** What was chosen before and is not listed any more has no place in a new plan, and the tour says so. */
function goneFrom(tour: TourRow, order: EditTourInput['selected_listings'], planned: readonly TouredListing[]) {
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
