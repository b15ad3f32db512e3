import type { TourWish } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device.ts'
import { addTour } from '../tour-commands.ts'
import { type NewTourInput, preferencesOf } from './new-tour-values.ts'
import { plansOf, type TourPlans } from './use-tour-plans.ts'

/** What was last asked of the planner, and what it said. */
export type LatestPlans = { wish: TourWish | null; plans: TourPlans | null }

/** The plan that was shown is the plan that is saved. Null when none of the chosen listings is on this device. */
export async function saveNewTour(
  device: Device,
  opId: string,
  parsed: NewTourInput,
  { wish, plans }: LatestPlans,
): Promise<LocalKey | null> {
  if (wish === null) return null
  const { client_email, client, tour_date, start_time, end_time } = parsed
  const { proposed } = await plansOf(wish, plans)
  const values = {
    client_email,
    client,
    tour_date,
    start_time,
    end_time,
    selected_listings: wish.listings.map(({ id }) => id),
    preferences: preferencesOf(parsed),
    planning: wish.planning,
  }
  const { key } = await addTour(device, { opId, values, plan: proposed.wire })
  return key
}
