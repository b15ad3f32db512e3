import { freedFact } from '#core/sync/fact-names.ts'
import type { Sending } from '#core/sync/sending/sending.ts'
import { applyChanges, fromFeed } from './apply-changes.ts'
import { type Pull, readWholeFeed } from './read-feed.ts'

/** A device without room is not asked to take them with each exchange. */
const waitMs = 3_600_000

/**
 * Fetches other agents' listings again that made room on a full device (fault A6). The cursor stays where it is: it goes on to
 * show the server's history, and what is withdrawn meanwhile comes behind it.
 */
export async function refillAvailable(sending: Sending): Promise<Pull> {
  const { replica, clock } = sending.ports
  const now = clock.now()
  const isDue = await replica.transact('refresh', async (store) => {
    const freedAt = await store.fact<number | null>(freedFact)
    if (freedAt == null || Math.abs(now - freedAt) < waitMs) return false
    await store.putFact(freedFact, now)
    return true
  })
  if (!isDue) return { end: 'done' }
  const feed = await readWholeFeed(sending)
  if (feed.end !== 'done') return feed
  const listings = feed.changes.filter(({ entity, record }) => entity === 'available_listing' && record !== null)
  await replica.transact('refresh', async (store) => {
    await applyChanges(store, listings, fromFeed)
    await store.putFact(freedFact, null)
  })
  return { end: 'done' }
}
