import { applyChanges, fromFeed } from './apply-changes.ts'
import { type FeedPlace, feedFact, fullPullFact, freedFact } from '#core/sync/metadata-keys.ts'
import { newestVersions, storePulledVersion } from '#core/sync/records/newest-version.ts'
import { type Pull, knownEntities, readPage, readWholeFeed } from './read-feed.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import type { History } from '#core/sync/sending/server-kind.ts'
import type { recoverHistory } from './recover-history.ts'

/** Pulls the changes after the cursor; each page's rows and cursor are stored in one transaction (fault G15). */
export async function pullFeed(sending: SendingContext, history: History, parts: RecoveryLoader): Promise<Pull> {
  const { replica, log } = sending.ports
  const { place, versions, wasPlain } = await replica.transact('read', async (tx) => ({
    place: await tx.meta<FeedPlace>(feedFact),
    versions: await newestVersions(tx),
    wasPlain: (await tx.meta(fullPullFact('client'))) !== undefined,
  }))
  // The rows are from a server without a feed, or from an app version with fewer kinds: fetch everything.
  if (place === undefined ? wasPlain : place.entities !== knownEntities) return recover(sending, history, parts)
  if (place === undefined) log('sync.first-load')
  let { cursor } = place ?? { cursor: '' }
  // True until a first load, which may be interrupted after any page, has reached the end of the feed.
  const isArriving = place === undefined || place.isArriving === true
  for (;;) {
    const page = await readPage(sending, cursor, versions)
    if (page.end === 'history-changed') return recover(sending, history, parts)
    if (page.end !== 'page') return page
    await replica.transact('refresh', async (tx) => {
      await applyChanges(tx, page.changes, fromFeed)
      await storePulledVersion(tx, page.changes, versions)
      const next: FeedPlace = { cursor: page.cursor, entities: knownEntities, isArriving: isArriving && page.hasMore }
      await tx.setMeta(feedFact, next)
    })
    cursor = page.cursor
    if (!page.hasMore) return refillAvailable(sending)
  }
}

/** Loads the code for recovery, which is rarely needed. */
export type RecoveryLoader = {
  loadRecovery: () => Promise<{ recoverHistory: typeof recoverHistory }>
}

/** Makes the device match a restored server, and requeues operations that the server lost. Loads the code for this first. */
export async function recover(sending: SendingContext, history: History, parts: RecoveryLoader): Promise<Pull> {
  let recovery: Awaited<ReturnType<RecoveryLoader['loadRecovery']>>
  try {
    recovery = await parts.loadRecovery()
  } catch {
    // Without a network the code cannot be loaded; the next exchange tries again.
    return { end: 'failed', verdict: { kind: 'not-sent' } }
  }
  return recovery.recoverHistory(sending, history)
}

/** The shortest time between deletion and refill, so that a full device does not fetch and delete in each exchange. */
const refillAfterMs = 3_600_000

/**
 * Fetches other agents' listings again, if they were deleted to free space (fault A6). Does not reset the cursor for this, because the
 * cursor is also the device's position in the server's history.
 */
async function refillAvailable(sending: SendingContext): Promise<Pull> {
  const { replica, clock } = sending.ports
  const now = clock.now()
  const isDue = await replica.transact('refresh', async (tx) => {
    const freedAt = await tx.meta<number | null>(freedFact)
    if (freedAt == null || Math.abs(now - freedAt) < refillAfterMs) return false
    await tx.setMeta(freedFact, now)
    return true
  })
  if (!isDue) return { end: 'done' }
  const feed = await readWholeFeed(sending)
  if (feed.end !== 'done') return feed
  const listings = feed.changes.filter(({ entity, record }) => entity === 'available_listing' && record !== null)
  await replica.transact('refresh', async (tx) => {
    await applyChanges(tx, listings, fromFeed)
    await tx.setMeta(freedFact, null)
  })
  return { end: 'done' }
}
