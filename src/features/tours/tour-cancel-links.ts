import { cancelMessages, linkOfMessage } from '#core/domain/listing-agent-messages.ts'
import { nameOfAgent } from '#core/domain/realtor-name.ts'
import { runOf } from '#core/domain/tour-run.ts'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { isLed } from '#core/planner/planning-day.ts'
import type { NotificationLink } from '#state/notifications.ts'
import { useSession } from '#state/session.ts'
import type { Device } from '#storage/device.ts'
import type { TourRow } from '#storage/rows.ts'
import { plannedVisit, readShownStops, type ShownStop } from './tour-stops.ts'

/** Texts to the listing agents of the homes that a tour, cancelled or deleted now, no longer comes to. */
export async function tourCancelLinks({ database, clock }: Device, tour: TourRow): Promise<NotificationLink[]> {
  const { tour_date: date, steps } = tour
  if (!isLed(tour) || date < dateOfInstant(clock.now())) return []
  const run = runOf<ShownStop>({ steps, stops: await readShownStops(database, tour.stops) })
  const visits = run.filter(({ state }) => state === 'coming').map(({ stop }) => plannedVisit(stop))
  return cancelMessages(visits, { date, from: nameOfAgent(useSession.getState().user) }).map(linkOfMessage)
}
