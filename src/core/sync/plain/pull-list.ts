import { isUnanswered, type Verdict } from '#core/sync/requests/answers.ts'
import { type ServerChange, applyChanges, justSettled, lagWatch } from '#core/sync/pulling/apply-changes.ts'
import { versionOf } from '#core/sync/records/compose-row.ts'
import { type EntityName, kinds, entityNames } from '#core/kinds/all-kinds.ts'
import { isStuck } from '#core/sync/sending/record-queue.ts'
import { settleWithoutEffect } from '#core/sync/sending/confirm.ts'
import { askAgent } from '#core/sync/sending/prepare-to-send.ts'
import { putServerDeletion } from '#core/sync/records/server-copy.ts'
import type { Fields } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { kindsHeldBack } from '#core/sync/sending/plain-server.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { readList } from '#core/sync/sending/read-from-server.ts'
import { removeGone, hasWorkBelow } from '#core/sync/records/child-records.ts'
import type { ReadingContext, SendingContext } from '#core/sync/sending/sending-context.ts'
import { askAboutLost, askAboutDuplicate, recentlyConfirmed, duplicatesIn } from './full-pull-questions.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { availableOnFact, type AvailableOn, fullPullFact } from '#core/sync/metadata-keys.ts'
import type { Pull } from '#core/sync/pulling/read-feed.ts'

/** A list of a plain server: all records of a kind, a listing's showings, the appointments of a month. */
export type ServerList = {
  entity: EntityName
  path: string
  query: string
  /** Metadata key of its last reading, a `ListReading`. */
  fact: string
  /** Fields that the address implies and records may omit. */
  implied: Fields
  keys: (tx: ReplicaTransaction) => Promise<LocalKey[]>
  /** In a short list, a single missing record is removed at once. */
  isShort: boolean
  /** A record leaves this list only by being deleted. */
  isWhole: boolean
}

type ListReading = {
  at: number
  /** Missing rows that were not removed yet; null if there are none. */
  heldBack: LocalKey[] | null
}

const staleAfterMs = 5 * 60_000
const secondLookAfterMs = 60_000

/** Reads a list if `isAsked` or last read five minutes ago (one, if that held removals back). Returns why it failed, or null. */
export async function pullList(reading: ReadingContext, list: ServerList, isAsked = false): Promise<Verdict | null> {
  const { replica, clock } = reading.ports
  const last = await replica.transact('read', (tx) => tx.meta<ListReading>(list.fact))
  const age = last === undefined ? Infinity : Math.abs(clock.now() - last.at)
  if (!isAsked && age < ((last?.heldBack ?? null) === null ? staleAfterMs : secondLookAfterMs)) return null

  const found = new Set<LocalKey>()
  for await (const step of readList(reading, list.path, list.query)) {
    if (step.kind === 'failed') return step.verdict
    if (step.kind === 'page') for (const key of await storePage(reading, list, step.records)) found.add(key)
    if (step.kind === 'incomplete') await leaveOut(reading, list, step.kind)
    if (step.kind === 'complete') await replica.transact('refresh', (tx) => removeMissing(tx, reading, list, found))
  }
  return null
}

/** Skips a list that cannot be read whole until it is stale again. */
async function leaveOut({ ports }: ReadingContext, { entity, fact }: ServerList, why: string): Promise<void> {
  const { replica, clock, log } = ports
  log('sync.list-incomplete', { entity, why })
  await replica.transact('refresh', (tx) => tx.setMeta(fact, { at: clock.now(), heldBack: null }))
}

/** Stores the records of one page of a list; returns the keys of its rows. */
export async function storePage(
  reading: ReadingContext,
  { entity, implied }: Pick<ServerList, 'entity' | 'implied'>,
  records: Fields[],
): Promise<ReadonlySet<LocalKey>> {
  const { replica, clock } = reading.ports
  const changes: ServerChange[] = records.flatMap((record) => {
    const id = serverIdOf(record['id'])
    return id === null ? [] : [{ entity, id, version: versionOf(record), record: { ...implied, ...record } }]
  })
  return replica.transact('refresh', async (tx) => {
    const heldBack = await kindsHeldBack(tx)
    const twins = await duplicatesIn(tx, entity, changes, clock.now())
    const applied = await applyChanges(tx, changes, {
      keepsNewer: false,
      // Also writes that were confirmed while the list was on its way.
      plain: { heldBack, isLagging: await lagWatch(tx, clock.now()) },
    })
    for (const twin of twins) await askAboutDuplicate(tx, reading, entity, twin)
    return applied.get(entity) ?? new Set()
  })
}

const mostAtOnce = 50
const mostShare = 0.2

/**
 * Removes rows that a complete reading did not find. More than 50, or a fifth, wait until a second reading agrees, because a list may be
 * short by mistake (fault G14). Rows with operations stay; the agent is asked about recently confirmed ones (fault C19).
 */
async function removeMissing(
  tx: ReplicaTransaction,
  reading: ReadingContext,
  { entity, fact, keys, isShort, isWhole }: ServerList,
  found: ReadonlySet<LocalKey>,
): Promise<void> {
  const { clock, log } = reading.ports
  const now = clock.now()
  const all = await keys(tx)
  const busyKeys = await tx.keysWithOperations(entity)
  const absent: LocalKey[] = []
  for (const key of all) {
    const isFree = !busyKeys.has(key) || (isWhole && (await isKeptAlone(tx, entity, key)))
    if (!found.has(key) && isFree) absent.push(key)
  }
  // A lagging copy may lack a record that was confirmed a moment ago (fault G11).
  const justConfirmed = new Set((await justSettled(tx, now)).map((entry) => `${entry.entity} ${entry.key}`))
  const isLagging = (key: LocalKey) => justConfirmed.has(`${entity} ${key}`)
  const lagging = absent.filter(isLagging)
  const missing = absent.filter((key) => !isLagging(key))
  const suspected = new Set((await tx.meta<ListReading>(fact))?.heldBack ?? [])
  const isOne = isShort && missing.length === 1
  const isTooMany = !isOne && (missing.length > mostAtOnce || missing.length > all.length * mostShare)
  const removed = isTooMany ? missing.filter((key) => suspected.has(key)) : missing
  // If the server was restored instead, it will never have them, so they are looked for until they no longer count as lagging.
  const isHeldBack = removed.length < missing.length || lagging.length > 0
  const heldBack = isHeldBack ? [...missing.filter((key) => !suspected.has(key)), ...lagging] : null
  await tx.setMeta(fact, { at: now, heldBack } satisfies ListReading)
  if (isHeldBack) log('sync.removals-held-back', { entity })
  const confirmed = new Set(isWhole ? (await recentlyConfirmed(tx, entity, now)).map(({ key }) => key) : [])
  for (const key of removed) {
    // If work waits below it, the agent is asked about that (fault E7).
    const isAsked = confirmed.has(key) && !(await hasWorkBelow(tx, entity, key))
    if (busyKeys.has(key)) await settleKept(tx, reading, entity, key)
    else if (isAsked) await askAboutLost(tx, reading, entity, key)
    else {
      await settleKeptBelow(tx, reading, entity, key)
      await removeGone(tx, entity, [key])
    }
  }
}

/** The keys of a record's children, including those whose deletion waits or stays here. */
export async function keysBelow(
  tx: ReplicaTransaction,
  { entity, field }: { entity: EntityName; field: string },
  key: LocalKey,
): Promise<LocalKey[]> {
  const shown = (await tx.rowsReferringTo(entity, field, key)).map((row) => row.key)
  const hidden: LocalKey[] = []
  for (const other of await tx.keysWithOperations(entity)) {
    const [first] = await tx.recordQueue(entity, other)
    if (first?.references[field]?.key === key && !shown.includes(other)) hidden.push(other)
  }
  return [...shown, ...hidden]
}

/** Whether all work on a record stays on this device, because the specification has no call for it. */
async function isKeptAlone(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<boolean> {
  const rules = kinds[entity].onPlainServers
  const chain = await tx.recordQueue(entity, key)
  if (chain.length === 0) return false
  return chain.every(
    (operation) => !isStuck(operation) && operation.kind !== 'create' && rules[operation.kind] !== 'synced',
  )
}

/** The server deleted a record whose work stays here: a deletion is done, an edit becomes a conflict. */
async function settleKept(
  tx: ReplicaTransaction,
  { ports }: ReadingContext,
  entity: EntityName,
  key: LocalKey,
): Promise<void> {
  await putServerDeletion(tx, entity, key, null)
  const chain = await tx.recordQueue(entity, key)
  const [first] = chain
  if (chain.at(-1)?.kind === 'delete')
    for (const operation of chain) await settleWithoutEffect(tx, { ports }, operation)
  else if (first !== undefined)
    await askAgent(tx, { ports }, first, { theirs: null, theirVersion: null, fields: Object.keys(first.changes) })
}

async function settleKeptBelow(
  tx: ReplicaTransaction,
  reading: ReadingContext,
  entity: EntityName,
  key: LocalKey,
): Promise<void> {
  for (const child of kinds[entity].cascades) {
    for (const below of await keysBelow(tx, child, key)) {
      await settleKeptBelow(tx, reading, child.entity, below)
      if (await isKeptAlone(tx, child.entity, below)) await settleKept(tx, reading, child.entity, below)
    }
  }
}

/** Referenced kinds first, so that listings that name only an id can nest their property. */
const sweptEntities = entityNames.filter((entity) => kinds[entity].onPlainServers.list === 'whole')

/** Pulls the whole lists of a plain server that are due, or all if `isAsked` (fault G13). */
export async function pullAllLists(sending: SendingContext, isAsked: boolean): Promise<Pull> {
  let failed: Pull | null = null
  for (const entity of sweptEntities) {
    if (sending.stop.aborted) return { end: 'stopped' }
    const list = wholeList(entity, sending.ports.clock.now())
    const verdict = await pullList(sending, list, isAsked)
    if (verdict === null) continue
    // A server may refuse this list's query.
    if (entity === 'available_listing' && verdict.kind === 'refused') await leaveOut(sending, list, 'refused')
    else if (isOfThisList(verdict)) failed ??= { end: 'failed', verdict }
    else return { end: 'failed', verdict }
  }
  return failed ?? { end: 'done' }
}

/** Whether only this list failed; others may succeed. */
function isOfThisList(verdict: Verdict): boolean {
  return !isUnanswered(verdict) && !['paused', 'needs-login', 'wrong-agent'].includes(verdict.kind)
}

function wholeList(entity: EntityName, now: number): ServerList {
  // The specification's call requires a date.
  const day = entity === 'available_listing' ? `tour_date=${dateOfInstant(now)}&` : ''
  return {
    entity,
    path: kinds[entity].collection,
    query: entity === 'property' ? '' : `?${day}page_size=100`,
    fact: fullPullFact(entity),
    implied: {},
    keys: async (tx) => {
      const all = await tx.rowKeys(entity)
      if (entity !== 'available_listing') return all
      // Listings that are available on another date are not gone.
      const other = new Set((await tx.meta<AvailableOn>(availableOnFact))?.keys)
      return all.filter((key) => !other.has(key))
    },
    isShort: false,
    isWhole: true,
  }
}
