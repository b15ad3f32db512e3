import { selectAListing } from '#core/contract/tour.ts'
import type { TourWish } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device.ts'
import { addTour } from '../tour-commands.ts'
import { lengthsOf } from '../planning/visit-lengths.ts'
import type { NewTourInput } from './new-tour-values.ts'
import { preferencesOfForm } from '../planning/tour-form-values.ts'
import { noneFits } from '../planning/plan-words.ts'
import { planToSave, type TourPlans } from '../planning/use-tour-plans.ts'

/** What was last asked of the planner, and what it said. */
export type LatestPlans = { wish: TourWish | null; plans: TourPlans | null }

/**
 * The plan that was shown is the plan that is saved. A text says why nothing is: none of the chosen listings is on this
 * device, or none fits into the day.
 */
export async function saveNewTour(
  device: Device,
  opId: string,
  parsed: NewTourInput,
  { wish, plans }: LatestPlans,
): Promise<{ key: LocalKey } | { refused: string }> {
  if (wish === null) return { refused: selectAListing }
  const { client_email, client, tour_date, start_time, end_time } = parsed
  const { plan, wire } = await planToSave(wish, plans)
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
