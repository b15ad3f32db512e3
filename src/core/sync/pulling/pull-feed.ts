import { applyChanges, fromFeed } from './apply-changes.ts'
import { type FeedPlace, feedFact, sweepFact } from '#core/sync/fact-names.ts'
import { newestVersions, noteVersions } from '#core/sync/records/newest-version.ts'
import { type Pull, knownEntities, readPage } from './read-feed.ts'
import { refillAvailable } from './refill-available.ts'
import { recover, type RecoveryPart } from './recover.ts'
import type { Sending } from '#core/sync/sending/sending.ts'
import type { History } from '#core/sync/sending/server-verdict.ts'

/** Pulls what changed since the cursor; rows and cursor in one transaction (fault G15). */
export async function pullFeed(sending: Sending, history: History, parts: RecoveryPart): Promise<Pull> {
  const { replica, log } = sending.ports
  const { place, versions, wasPlain } = await replica.transact('read', async (store) => ({
    place: await store.fact<FeedPlace>(feedFact),
    versions: await newestVersions(store),
    wasPlain: (await store.fact(sweepFact('client'))) !== undefined,
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
