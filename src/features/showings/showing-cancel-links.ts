import { hasPassed } from '#core/domain/time/has-passed.ts'
import { cancelMessages, linkOfMessage } from '#core/domain/homes/listing-agent-messages.ts'
import { nameOfAgent } from '#core/domain/account/realtor-name.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import type { NotificationLink } from '#state/notifications.ts'
import { useSession } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'
import type { ShowingRow } from '#storage/database/rows.ts'

/** The text to the listing agent about a showing that is cancelled or deleted before it has ended. */
export async function showingCancelLinks(
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
