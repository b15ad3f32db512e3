import { applyChanges, fromFeed } from './apply-changes.ts'
import { type FeedPlace, feedFact, fullPullFact, freedFact } from '#core/sync/fact-names.ts'
import { newestVersions, noteVersions } from '#core/sync/records/newest-version.ts'
import { type Pull, knownEntities, readPage, readWholeFeed } from './read-feed.ts'
import type { Sending } from '#core/sync/sending/sending.ts'
import type { History } from '#core/sync/sending/server-kind.ts'
import type { recoverHistory } from './recover-history.ts'

/** Pulls what changed since the cursor; rows and cursor in one transaction (fault G15). */
export async function pullFeed(sending: Sending, history: History, parts: RecoveryPart): Promise<Pull> {
  const { replica, log } = sending.ports
  const { place, versions, wasPlain } = await replica.transact('read', async (store) => ({
    place: await store.fact<FeedPlace>(feedFact),
    versions: await newestVersions(store),
    wasPlain: (await store.fact(fullPullFact('client'))) !== undefined,
  }))
  // What a server without a feed has brought, or a program that knew fewer kinds of records.
  if (place === undefined ? wasPlain : place.entities !== knownEntities) return recover(sending, history, parts)
  if (place === undefined) log('sync.first-load')
  let { cursor } = place ?? { cursor: '' }
  // A first load keeps its place after every page, so that it goes on where it broke off.
  const isArriving = place === undefined || place.isArriving === true
  for (;;) {
    const page = await readPage(sending, cursor, versions)
    if (page.end === 'history-changed') return recover(sending, history, parts)
    if (page.end !== 'page') return page
    await replica.transact('refresh', async (store) => {
      await applyChanges(store, page.changes, fromFeed)
      await noteVersions(store, page.changes, versions)
      const next: FeedPlace = { cursor: page.cursor, entities: knownEntities, isArriving: isArriving && page.hasMore }
      await store.putFact(feedFact, next)
    })
    cursor = page.cursor
    if (!page.hasMore) return refillAvailable(sending)
  }
}

/** What a page fetches only when it is needed, which is seldom. */
export type RecoveryPart = {
  loadRecovery: () => Promise<{ recoverHistory: typeof recoverHistory }>
}

/** Brings the device in line with a server whose history is another one; see `recover-history.ts`, which is fetched when it is needed. */
export async function recover(sending: Sending, history: History, parts: RecoveryPart): Promise<Pull> {
  let recovery: Awaited<ReturnType<RecoveryPart['loadRecovery']>>
  try {
    recovery = await parts.loadRecovery()
  } catch {
    // Without the network there is no code for it either; the next exchange tries again.
    return { end: 'failed', verdict: { kind: 'not-sent' } }
  }
  return recovery.recoverHistory(sending, history)
}

/** A device without room is not asked to take them with each exchange. */
const waitMs = 3_600_000

/**
 * Fetches other agents' listings again that made room on a full device (fault A6). The cursor stays where it is: it goes on to
 * show the server's history, and what is withdrawn meanwhile comes behind it.
 */
async function refillAvailable(sending: Sending): Promise<Pull> {
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
