import { isUnanswered, type Verdict } from '#core/sync/requests/answers.ts'
import { type IsLagging, type ServerChange, applyChanges } from '#core/sync/pulling/apply-changes.ts'
import { versionOf } from '#core/sync/records/record-fields.ts'
import { type EntityName, kinds, entityNames } from '#core/kinds/all-kinds.ts'
import { waitsForAgent } from '#core/sync/sending/record-queue.ts'
import { settleWithoutEffect } from '#core/sync/sending/confirm.ts'
import { askAgent } from '#core/sync/sending/prepare-to-send.ts'
import { putServerDeletion } from '#core/sync/records/server-copy.ts'
import type { Fields } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { JournalEntry, LocalKey } from '#core/sync/operation.ts'
import { kindsWithUnansweredCreate } from '#core/sync/sending/plain-server.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { readList } from '#core/sync/sending/read-from-server.ts'
import { removeDeletedRecords, hasOperationsOnChildren } from '#core/sync/records/child-records.ts'
import type { ReadingContext, SendingContext } from '#core/sync/sending/sending-context.ts'
import { askAboutLost, askAboutDuplicate, recentlyConfirmed, duplicatesIn } from './full-pull-questions.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { availableOnMetadataKey, type AvailableOn, fullPullMetadataKey } from '#core/sync/metadata-keys.ts'
import type { Pull } from '#core/sync/pulling/pull-feed.ts'

/** A list of a plain server: all records of a kind, a listing's showings, the appointments of a month. */
export type ServerList = {
  entity: EntityName
  path: string
  query: string
  /** Metadata key of the `ListReading`: the time of the last reading, and the rows that it did not remove yet. */
  metadataKey: string
  /** Values that the path implies, such as the listing of a showing; records may omit them. */
  implied: Fields
  /** The rows on this device that belong to this list. */
  keys: (tx: ReplicaTransaction) => Promise<LocalKey[]>
  /** True for a short list: a single missing record is removed at once, even if it is a large share of the list. */
  isShortList: boolean
  /** True if a record that is no longer in the list was deleted; false if it may only have left the list, as a moved appointment does. */
  isMissingDeleted: boolean
}

type ListReading = {
  at: number
  /** Rows that the list lacked but that were not removed yet; null if there are none. */
  heldBack: LocalKey[] | null
}

const staleAfterMs = 5 * 60_000
const rereadAfterMs = 60_000

/** Reads a list not read in the last 5 minutes (1 minute if removals were held back); with `isAsked`, always. Resolves to a failure or null. */
export async function pullList(reading: ReadingContext, list: ServerList, isAsked = false): Promise<Verdict | null> {
  const { replica, clock } = reading.ports
  const last = await replica.transact('read', (tx) => tx.meta<ListReading>(list.metadataKey))
  const age = last === undefined ? Infinity : Math.abs(clock.now() - last.at)
  if (!isAsked && age < ((last?.heldBack ?? null) === null ? staleAfterMs : rereadAfterMs)) return null

  const found = new Set<LocalKey>()
  for await (const step of readList(reading, list.path, list.query)) {
    if (step.kind === 'failed') return step.verdict
    if (step.kind === 'page') for (const key of await storePage(reading, list, step.records)) found.add(key)
    if (step.kind === 'incomplete') await skipList(reading, list, step.kind)
    if (step.kind === 'complete') await replica.transact('refresh', (tx) => removeMissing(tx, reading, list, found))
  }
  return null
}

/** Notes that the list was read, without removing rows: it came incomplete or was refused. */
async function skipList({ ports }: ReadingContext, { entity, metadataKey }: ServerList, why: string): Promise<void> {
  const { replica, clock, log } = ports
  log('sync.list-incomplete', { entity, why })
  await replica.transact('refresh', (tx) => tx.setMeta(metadataKey, { at: clock.now(), heldBack: null }))
}

/** Stores one page of a list. Resolves to the local keys of its records. */
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
    const heldBack = await kindsWithUnansweredCreate(tx)
    const duplicates = await duplicatesIn(tx, entity, changes, clock.now())
    const applied = await applyChanges(tx, changes, {
      skipsOlderCopies: false,
      // The lag check is created now, not when the request began, so that it includes writes that were confirmed in between.
      plain: { heldBack, isLagging: await createLagCheck(tx, clock.now()) },
    })
    for (const duplicate of duplicates) await askAboutDuplicate(tx, reading, entity, duplicate)
    return applied.get(entity) ?? new Set()
  })
}

/** Returns the check: for ten minutes after a write, a copy is outdated if it differs in the written fields, or if its record was deleted. */
async function createLagCheck(tx: ReplicaTransaction, now: number): Promise<IsLagging> {
  const written = new Map<string, { fields: Set<string>; isDeleted: boolean }>()
  for (const { entity, key, kind, changes, note } of await justSettled(tx, now)) {
    if (note === 'discarded' || note === 'nothing-to-send' || note === 'decided') continue
    const name = `${entity} ${key}`
    const fields = new Set([...(written.get(name)?.fields ?? []), ...Object.keys(changes)])
    // If the deletion was undone, a create follows and replaces this entry.
    written.set(name, { fields, isDeleted: kind === 'delete' })
  }
  return (entity, key, record, row) => {
    const last = written.get(`${entity} ${key}`)
    if (last === undefined) return false
    if (row === undefined) return last.isDeleted
    // The row has what the server answered, which may differ from what was sent (fault G12).
    return [...last.fields].some((field) => field in record && !isSameValue(record[field], row[field]))
  }
}

/** How long a copy without versions may be older than a confirmed write (fault G11). */
const lagMs = 10 * 60_000

/** Returns the journal entries of the last ten minutes, without those dated in the future, from before the clock was set back (fault J9). */
async function justSettled(tx: ReplicaTransaction, now: number): Promise<JournalEntry[]> {
  return (await tx.journalSince(now - lagMs)).filter(({ settledAt }) => settledAt <= now + lagMs)
}

const maxRemovals = 50
const maxRemovedShare = 0.2

/**
 * Removes rows that a complete reading did not find. If they are more than 50, or more than a fifth of the list, they stay until a second
 * reading lacks them too, because a server may send a list that is too short by mistake (fault G14). Rows with operations stay, unless
 * `isMissingDeleted` is true and no operation will be sent. If this device wrote a missing record recently, the agent is asked about it (fault C19).
 */
async function removeMissing(
  tx: ReplicaTransaction,
  reading: ReadingContext,
  { entity, metadataKey, keys, isShortList, isMissingDeleted }: ServerList,
  found: ReadonlySet<LocalKey>,
): Promise<void> {
  const { clock, log } = reading.ports
  const now = clock.now()
  const all = await keys(tx)
  const busyKeys = await tx.keysWithOperations(entity)
  const absent: LocalKey[] = []
  for (const key of all) {
    const isFree = !busyKeys.has(key) || (isMissingDeleted && (await isAllWorkLocal(tx, entity, key)))
    if (!found.has(key) && isFree) absent.push(key)
  }
  // The server may answer from a lagging copy, without a record that it confirmed a moment ago (fault G11).
  const justConfirmed = new Set((await justSettled(tx, now)).map((entry) => `${entry.entity} ${entry.key}`))
  const isLagging = (key: LocalKey) => justConfirmed.has(`${entity} ${key}`)
  const lagging = absent.filter(isLagging)
  const missing = absent.filter((key) => !isLagging(key))
  const suspected = new Set((await tx.meta<ListReading>(metadataKey))?.heldBack ?? [])
  const isSingleRemoval = isShortList && missing.length === 1
  const isTooMany = !isSingleRemoval && (missing.length > maxRemovals || missing.length > all.length * maxRemovedShare)
  const removed = isTooMany ? missing.filter((key) => suspected.has(key)) : missing
  // A restored server may have lost the lagging records permanently, so this list is read again early until they count as missing.
  const isHeldBack = removed.length < missing.length || lagging.length > 0
  const heldBack = isHeldBack ? [...missing.filter((key) => !suspected.has(key)), ...lagging] : null
  await tx.setMeta(metadataKey, { at: now, heldBack } satisfies ListReading)
  if (isHeldBack) log('sync.removals-held-back', { entity })
  const confirmed = new Set(isMissingDeleted ? (await recentlyConfirmed(tx, entity, now)).map(({ key }) => key) : [])
  for (const key of removed) {
    // If operations on child records wait, the agent is asked about these operations instead (fault E7).
    const isAsked = confirmed.has(key) && !(await hasOperationsOnChildren(tx, entity, key))
    if (busyKeys.has(key)) await settleLocalWork(tx, reading, entity, key)
    else if (isAsked) await askAboutLost(tx, reading, entity, key)
    else {
      await settleLocalWorkOfChildren(tx, reading, entity, key)
      await removeDeletedRecords(tx, entity, [key])
    }
  }
}

/** Returns the keys of records of kind `entity` whose `field` refers to the record `key`, also if their deletion waits or stays on this device. */
export async function keysReferringTo(
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

/** Whether all operations on a record stay on this device, because the specification has no calls for them. */
async function isAllWorkLocal(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<boolean> {
  const rules = kinds[entity].onPlainServers
  const queue = await tx.recordQueue(entity, key)
  if (queue.length === 0) return false
  return queue.every(
    (operation) => !waitsForAgent(operation) && operation.kind !== 'create' && rules[operation.kind] !== 'synced',
  )
}

/** Settles operations that stay on this device after the server deleted their record: a deletion is complete, an edit becomes a conflict. */
async function settleLocalWork(
  tx: ReplicaTransaction,
  { ports }: ReadingContext,
  entity: EntityName,
  key: LocalKey,
): Promise<void> {
  await putServerDeletion(tx, entity, key, null)
  const queue = await tx.recordQueue(entity, key)
  const [first] = queue
  if (queue.at(-1)?.kind === 'delete')
    for (const operation of queue) await settleWithoutEffect(tx, { ports }, operation)
  else if (first !== undefined)
    await askAgent(tx, { ports }, first, { theirs: null, theirVersion: null, fields: Object.keys(first.changes) })
}

async function settleLocalWorkOfChildren(
  tx: ReplicaTransaction,
  reading: ReadingContext,
  entity: EntityName,
  key: LocalKey,
): Promise<void> {
  for (const child of kinds[entity].deletedWithRecord) {
    for (const childKey of await keysReferringTo(tx, child, key)) {
      await settleLocalWorkOfChildren(tx, reading, child.entity, childKey)
      if (await isAllWorkLocal(tx, child.entity, childKey)) await settleLocalWork(tx, reading, child.entity, childKey)
    }
  }
}

/** Kinds that others refer to come first: a listing may have only the id of its property, whose record must then be on this device. */
const entitiesWithWholeList = entityNames.filter((entity) => kinds[entity].onPlainServers.list === 'whole')

/** Pulls the whole lists of a plain server that are due, or all if the agent asked to sync now (`isAsked`; fault G13). */
export async function pullAllLists(sending: SendingContext, isAsked: boolean): Promise<Pull> {
  let failed: Pull | null = null
  for (const entity of entitiesWithWholeList) {
    if (sending.stop.aborted) return { end: 'stopped' }
    const list = wholeList(entity, sending.ports.clock.now())
    const verdict = await pullList(sending, list, isAsked)
    if (verdict === null) continue
    // Some servers may refuse this list's query; all other lists are still needed.
    if (entity === 'available_listing' && verdict.kind === 'refused') await skipList(sending, list, 'refused')
    else if (concernsOnlyThisList(verdict)) failed ??= { end: 'failed', verdict }
    else return { end: 'failed', verdict }
  }
  return failed ?? { end: 'done' }
}

function concernsOnlyThisList(verdict: Verdict): boolean {
  return !isUnanswered(verdict) && !['paused', 'needs-login', 'wrong-agent'].includes(verdict.kind)
}

function wholeList(entity: EntityName, now: number): ServerList {
  // The specification's call requires a date.
  const day = entity === 'available_listing' ? `tour_date=${dateOfInstant(now)}&` : ''
  return {
    entity,
    path: kinds[entity].collection,
    query: entity === 'property' ? '' : `?${day}page_size=100`,
    metadataKey: fullPullMetadataKey(entity),
    implied: {},
    keys: async (tx) => {
      const all = await tx.rowKeys(entity)
      if (entity !== 'available_listing') return all
      // Listings that a screen read as available on a tour's date may be missing in today's list.
      const availableOnTourDate = new Set((await tx.meta<AvailableOn>(availableOnMetadataKey))?.keys)
      return all.filter((key) => !availableOnTourDate.has(key))
    },
    isShortList: false,
    isMissingDeleted: true,
  }
}
