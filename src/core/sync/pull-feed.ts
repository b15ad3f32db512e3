import * as v from 'valibot'
import { changePageSchema } from '#core/contract/sync-protocol.ts'
import { type ServerChange, applyChanges } from './apply-changes.ts'
import { type Verdict, judge } from './answers.ts'
import { type EntityName, declarations } from './entities.ts'
import { type FeedPlace, epochFact, feedFact } from './fact-names.ts'
import { forgetLostHistory } from './forget-lost-history.ts'
import type { Fields } from './json.ts'
import { serverIdOf } from './keys.ts'
import type { LocalKey } from './operation.ts'
import { forgetVersions, noteVersions } from './newest-version.ts'
import { offerAgain } from './offer-again.ts'
import { removeMissing } from './remove-missing.ts'
import type { Replica, ReplicaTransaction } from './ports.ts'
import { type Sending, readAsAgent } from './sending.ts'

export type Pull = { end: 'done' } | { end: 'failed'; verdict: Verdict } | { end: 'stopped' }

const pageSize = 500
const knownEntities = Object.keys(declarations).toSorted().join(' ')

/** True when the server began another history since this device first exchanged with it: it was restored from a backup. */
export function isRestored({ transact }: Replica, epoch: string): Promise<boolean> {
  return transact('refresh', async (store) => {
    const known = await knownEpoch(store)
    if (known === undefined) await store.putFact(epochFact, epoch)
    return known !== undefined && known !== epoch
  })
}

async function knownEpoch(store: ReplicaTransaction): Promise<string | undefined> {
  return (await store.fact<FeedPlace>(feedFact))?.epoch ?? (await store.fact<string>(epochFact))
}

/** Pulls what changed since the cursor; rows and cursor in one transaction (fault G15). */
export async function pullFeed(sending: Sending, epoch: string): Promise<Pull> {
  const { replica } = sending.ports
  const place = await replica.transact('read', (store) => store.fact<FeedPlace>(feedFact))
  const wasRestored = await isRestored(replica, epoch)
  if (place === undefined || wasRestored || place.entities !== knownEntities)
    return pullEverything(sending, epoch, wasRestored)
  let { cursor } = place
  for (;;) {
    const page = await readPage(sending, cursor)
    if (page.kind === 'too-old') return pullEverything(sending, epoch, false)
    if (page.kind !== 'page') return page.pull
    await replica.transact('refresh', async (store) => {
      await applyChanges(store, page.changes, fromFeed)
      await noteVersions(store, page.changes)
      const isArriving = place.isArriving === true && page.hasMore
      await store.putFact(feedFact, { cursor: page.cursor, epoch, entities: knownEntities, isArriving })
    })
    cursor = page.cursor
    if (!page.hasMore) return { end: 'done' }
  }
}

const fromFeed = { keepsNewer: true, takesEmbeddedPhotos: false, holdsBack: () => false }

/**
 * The whole feed from its beginning (faults C19, G16). Rows with waiting operations stay; what the feed does not hold any
 * more goes at the end. An empty mirror keeps its place after every page, so that a first load goes on where it broke off.
 */
async function pullEverything(sending: Sending, epoch: string, wasRestored: boolean): Promise<Pull> {
  const { replica, clock, log } = sending.ports
  const isFirst = !wasRestored && (await replica.transact('read', hasNoRows))
  log('sync.full-refresh', { isFirst, isRestored: wasRestored })
  if (wasRestored) await replica.transact('refresh', forgetVersions)
  const found = new Map<EntityName, Set<LocalKey>>(entityNames.map((entity) => [entity, new Set()]))
  let cursor: string | null = null
  for (let hasMore = true; hasMore;) {
    const page = await readPage(sending, cursor)
    if (page.kind === 'too-old') return { end: 'failed', verdict: { kind: 'unknown', status: 410, why: 'wrong-shape' } }
    if (page.kind !== 'page') return page.pull
    const keys = await replica.transact('refresh', async (store) => {
      const place: FeedPlace = { cursor: page.cursor, epoch, entities: knownEntities, isArriving: page.hasMore }
      if (isFirst) await store.putFact(feedFact, place)
      await noteVersions(store, page.changes)
      return applyChanges(store, page.changes, { ...fromFeed, keepsNewer: !wasRestored, mayBeBack: wasRestored })
    })
    for (const [entity, some] of keys) for (const key of some) found.get(entity)?.add(key)
    cursor = page.cursor
    hasMore = page.hasMore
  }
  if (isFirst) return { end: 'done' }
  await replica.transact('write', async (store) => {
    let isHeldBack = false
    for (const [entity, keys] of found) {
      const removal = await removeMissing(store, entity, keys, clock.now())
      isHeldBack ||= removal.isHeldBack
    }
    if (wasRestored) {
      await forgetLostHistory(store, found)
      await offerAgain(store, sending.ports, found)
    }
    // While removals are held back the next pull sweeps again; the epoch is remembered, so nothing is offered twice.
    const entities = isHeldBack ? 'held back' : knownEntities
    await store.putFact(feedFact, { cursor: cursor ?? '', epoch, entities })
    await store.putFact(epochFact, epoch)
  })
  return { end: 'done' }
}

async function hasNoRows(store: ReplicaTransaction): Promise<boolean> {
  for (const entity of entityNames) if ((await store.rowKeys(entity)).length > 0) return false
  return true
}

const entityNames = Object.keys(declarations) as EntityName[]

type FeedPage =
  | { kind: 'page'; changes: ServerChange[]; cursor: string; hasMore: boolean }
  | { kind: 'too-old' }
  | { kind: 'no-page'; pull: Pull }

async function readPage(sending: Sending, cursor: string | null): Promise<FeedPage> {
  const { clock, random, log } = sending.ports
  if (sending.stop.aborted) return { kind: 'no-page', pull: { end: 'stopped' } }
  const place = cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}&`
  const answer = await readAsAgent(sending, `sync/changes/?${place}limit=${pageSize}`)
  if (answer.kind === 'answered' && answer.status === 410) return { kind: 'too-old' }
  if (answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json') {
    const page = v.safeParse(changePageSchema, answer.body)
    if (page.success) {
      const { changes, cursor: next, has_more: hasMore } = page.output
      return { kind: 'page', changes: changes.flatMap(knownChange), cursor: next, hasMore }
    }
    log('sync.feed-unreadable', { issue: page.issues[0].message })
  }
  const verdict = judge(answer, { kind: 'delete', id: null, opId: '', now: clock.now(), random })
  const failed: Verdict = verdict.kind === 'success' ? { kind: 'unknown', status: 200, why: 'wrong-shape' } : verdict
  return { kind: 'no-page', pull: { end: 'failed', verdict: failed } }
}

function knownChange(change: v.InferOutput<typeof changePageSchema>['changes'][number]): ServerChange[] {
  const id = serverIdOf(change.id)
  const entity = entityNames.find((name) => name === change.entity)
  if (id === null || entity === undefined) return []
  const record = change.deleted ? null : (change.record as Fields | null)
  return [{ entity, id, version: String(change.version), record }]
}
