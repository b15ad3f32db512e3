import * as v from 'valibot'
import { changePageSchema, knownHistory } from '#core/contract/sync-protocol.ts'
import { type ServerChange, applyChanges, fromFeed } from './apply-changes.ts'
import type { Verdict } from '#core/sync/requests/answers.ts'
import { entityNames, isInFeed } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import {
  type FeedPlace,
  feedPlaceMetadataKey,
  fullPullMetadataKey,
  listingsFreedMetadataKey,
} from '#core/sync/metadata-keys.ts'
import { newestVersions, storePulledVersion } from '#core/sync/records/newest-version.ts'
import { type SendingContext, readAsAgent, readingFailure } from '#core/sync/sending/sending-context.ts'
import type { History } from '#core/sync/sending/which-server.ts'

export type Pull =
  | { end: 'done' }
  | { end: 'failed'; verdict: Verdict }
  | { end: 'stopped' }
  /** The server cannot continue from this device's cursor. */
  | { end: 'history-changed' }

/** Pulls the changes after the cursor; each page's rows and cursor are stored in one transaction (fault G15). */
export async function pullFeed(sending: SendingContext, history: History, loader: RecoveryLoader): Promise<Pull> {
  const { replica, log } = sending.ports
  const { place, versions, wasPlain } = await replica.transact('read', async (tx) => ({
    place: await tx.meta<FeedPlace>(feedPlaceMetadataKey),
    versions: await newestVersions(tx),
    wasPlain: (await tx.meta(fullPullMetadataKey('client'))) !== undefined,
  }))
  // If the rows are from a plain server, or from an app version with other kinds, recovery reads the whole feed.
  if (place === undefined ? wasPlain : place.entities !== knownEntities) return recover(sending, history, loader)
  if (place === undefined) log('sync.first-load')
  let { cursor } = place ?? { cursor: '' }
  // True until a first load, which may be interrupted after any page, has reached the end of the feed.
  const isArriving = place === undefined || place.isArriving === true
  for (;;) {
    const page = await readPage(sending, cursor, versions)
    if (page.end === 'history-changed') return recover(sending, history, loader)
    if (page.end !== 'page') return page
    await replica.transact('refresh', async (tx) => {
      await applyChanges(tx, page.changes, fromFeed)
      await storePulledVersion(tx, page.changes, versions)
      const next: FeedPlace = { cursor: page.cursor, entities: knownEntities, isArriving: isArriving && page.hasMore }
      await tx.setMeta(feedPlaceMetadataKey, next)
    })
    cursor = page.cursor
    if (!page.hasMore) return refillAvailable(sending)
  }
}

/** The kinds that this app version reads from the feed, as one text. Stored with the cursor, so that a version with other kinds notices. */
export const knownEntities = entityNames.filter(isInFeed).toSorted().join(' ')

/** Loads the code for recovery, which is rarely needed. */
export type RecoveryLoader = {
  loadRecovery: () => Promise<{ recoverHistory: (sending: SendingContext, history: History) => Promise<Pull> }>
}

export async function recover(sending: SendingContext, history: History, loader: RecoveryLoader): Promise<Pull> {
  let recovery: Awaited<ReturnType<RecoveryLoader['loadRecovery']>>
  try {
    recovery = await loader.loadRecovery()
  } catch {
    // Without a network the code cannot be loaded; the next exchange tries again.
    return { end: 'failed', verdict: { kind: 'not-sent' } }
  }
  return recovery.recoverHistory(sending, history)
}

const pageSize = 500

/** Reads the page after a cursor. `versions`: the newest versions that this device has seen; `history-changed` if the server lost one. */
async function readPage(
  sending: SendingContext,
  cursor: string,
  versions: readonly number[] = [],
): Promise<FeedPage | UnfinishedPull> {
  if (sending.stop.aborted) return { end: 'stopped' }
  const known = knownHistory(cursor, versions)
  const cursorParam = known === '' ? '' : `cursor=${encodeURIComponent(known)}&`
  const answer = await readAsAgent(sending, `sync/changes/?${cursorParam}limit=${pageSize}`)
  if (answer.kind === 'answered' && answer.status === 410) return { end: 'history-changed' }
  if (answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json') {
    const page = v.safeParse(changePageSchema, answer.body)
    if (page.success) {
      const { changes, cursor: next, has_more: hasMore } = page.output
      return { end: 'page', changes: changes.flatMap(changeOfKnownKind), cursor: next, hasMore }
    }
    sending.ports.log('sync.feed-unreadable', { issue: page.issues[0].message })
  }
  return { end: 'failed', verdict: readingFailure(sending, answer) }
}

type FeedPage = { end: 'page'; changes: ServerChange[]; cursor: string; hasMore: boolean }

type UnfinishedPull = Exclude<Pull, { end: 'done' }>

function changeOfKnownKind(change: v.InferOutput<typeof changePageSchema>['changes'][number]): ServerChange[] {
  const id = serverIdOf(change.id)
  const entity = entityNames.filter(isInFeed).find((name) => name === change.entity)
  if (id === null || entity === undefined) return []
  const record = change.deleted ? null : (change.record as Fields | null)
  return [{ entity, id, version: String(change.version), record }]
}

/** The shortest time between deletion and refill, so that a full device does not fetch and delete in each exchange. */
const refillAfterMs = 3_600_000

/** Refills other agents' listings that were deleted to free space (fault A6). The cursor stays: it is also a position in the server's history. */
async function refillAvailable(sending: SendingContext): Promise<Pull> {
  const { replica, clock } = sending.ports
  const now = clock.now()
  const isDue = await replica.transact('refresh', async (tx) => {
    const freedAt = await tx.meta<number | null>(listingsFreedMetadataKey)
    if (freedAt == null || Math.abs(now - freedAt) < refillAfterMs) return false
    await tx.setMeta(listingsFreedMetadataKey, now)
    return true
  })
  if (!isDue) return { end: 'done' }
  const feed = await readWholeFeed(sending)
  if (feed.end !== 'done') return feed
  const listings = feed.changes.filter(({ entity, record }) => entity === 'available_listing' && record !== null)
  await replica.transact('refresh', async (tx) => {
    await applyChanges(tx, listings, fromFeed)
    await tx.setMeta(listingsFreedMetadataKey, null)
  })
  return { end: 'done' }
}

/** Returns the whole feed and stores nothing. If `earlier` has a part of it, reads only the changes after that part (faults C19, G16). */
export async function readWholeFeed(
  sending: SendingContext,
  earlier: Omit<WholeFeed, 'end'> = { changes: [], cursor: '' },
): Promise<WholeFeed | UnfinishedPull> {
  const changes = new Map(earlier.changes.map((change) => [changeKey(change), change]))
  for (let { cursor } = earlier; ;) {
    const page = await readPage(sending, cursor)
    if (page.end !== 'page') return page
    for (const change of page.changes) changes.set(changeKey(change), change)
    cursor = page.cursor
    if (!page.hasMore) return { end: 'done', changes: [...changes.values()], cursor }
  }
}

type WholeFeed = { end: 'done'; changes: readonly ServerChange[]; cursor: string }

function changeKey({ entity, id }: ServerChange): string {
  return `${entity} ${id}`
}
