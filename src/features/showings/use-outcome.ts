import { formatShowingState } from '#core/domain/visits/showing-status.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ShowingRow } from '#storage/database/rows.ts'
import { cancelMessages, linkOfMessage } from '#core/domain/homes/listing-agent-messages.ts'
import { nameOfAgent } from '#core/domain/account/realtor-name.ts'
import { dateOfInstant, minutesOfInstant, hasPassed } from '#core/domain/time/wall-clock.ts'
import type { NotificationLink } from '#state/notifications.ts'
import { useSession } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'

type SavedOutcome = Partial<Pick<ShowingRow, 'status' | 'interest'>>

/** Returns a function that saves a showing's outcome at once, with *Undo* in a toast if one is shown. */
export function useOutcome(showing: ShowingRow): (outcome: SavedOutcome) => Promise<void> {
  const device = useDevice()
  return async (outcome) => {
    // After these outcomes, the screen shows another question, which a toast would cover.
    const leadsToQuestion = outcome.status === 'Held' || outcome.status === 'Scheduled'
    const message = leadsToQuestion ? null : `${formatShowingState({ ...showing, ...outcome })}.`
    const isCancelled = outcome.status === 'Cancelled'
    const links = isCancelled ? await cancellationMessageLinks(device, showing).catch(() => []) : []
    return changeWithUndo(device, { entity: 'showing', record: showing, changes: outcome, message, links })
  }
}

/** Returns links to message the listing agent. Empty if the showing has ended or has an outcome, or if the listing is the agent's own. */
export async function cancellationMessageLinks(
  { database, clock }: Device,
  { listing_key, showing_date: date, start_time: time, end_time, status = 'Scheduled' }: ShowingRow,
): Promise<NotificationLink[]> {
  const now = clock.now()
  const isOver = hasPassed(date, end_time, { today: dateOfInstant(now), minutesNow: minutesOfInstant(now) })
  if (status !== 'Scheduled' || isOver) return []
  const listing = await database.listings.get(listing_key)
  if (!listing?.listed_by) return []
  const visit = { listedBy: listing.listed_by, address: listing.property.address ?? 'your listing', time }
  return cancelMessages([visit], { date, from: nameOfAgent(useSession.getState().user) }).map(linkOfMessage)
}
