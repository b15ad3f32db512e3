import { keyField } from '#core/kinds/key-field.ts'
import { type ServerChange, applyChanges, fromFeed } from './apply-changes.ts'
import { assignKeys, hasServerRecord, type ServerIdsByKey } from './assign-keys.ts'
import { type EntityName, entityNames, kinds, isInFeed } from '#core/kinds/all-kinds.ts'
import { type FeedPlace, feedPlaceMetadataKey, recoveryCountMetadataKey } from '#core/sync/metadata-keys.ts'
import { confirmedEntries, noteRecovered } from './find-losses.ts'
import { reportDeletions, findUnknownKeys } from '#core/sync/sending/check-keys.ts'
import type { Fields } from '#core/contract/json.ts'
import { idempotencyKey, type JournalEntry, type LocalKey, photosKeptMs, isJsonEqual } from '#core/sync/operation.ts'
import { clearVersions, storePulledVersion } from '#core/sync/records/newest-version.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { type Pull, knownEntities, readWholeFeed } from './pull-feed.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import { requeueLost, type KeyOfId, withKeysForIds, uncheckedRecords } from './requeue-lost.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import type { History } from '#core/sync/sending/which-server.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import { idOfKey, noId } from '#core/sync/records/keys.ts'

/** How long after its confirmation an operation's key is certainly on a server with the same history, if the answer named no version. */
const provableMs = 25 * 24 * 3_600_000

/**
 * Brings the device in line with a server that has another history (it was restored from a backup or a copy, or a failover lost its last
 * seconds), or that lacks confirmed writes of the same history (`isSame`); fault C19. Stores everything in one transaction, so a recovery that is interrupted starts over.
 */
export async function recoverHistory(sending: SendingContext, history: History): Promise<Pull> {
  const { replica, log } = sending.ports
  const firstFeed = await readWholeFeed(sending)
  if (firstFeed.end !== 'done') return firstFeed
  const compareWith = (records: readonly ServerChange[]) =>
    replica.transact('read', (tx) => compare(tx, sending, records, history))
  const unknownKeys = await findUnknownKeys(sending, keysToAskFor(await compareWith(recordsIn(firstFeed.changes))))
  if (unknownKeys.end === 'failed') return unknownKeys
  // Reads the feed again: another device may have created lost records again; the answer above counts their keys as known.
  const feed = await readWholeFeed(sending, firstFeed)
  if (feed.end !== 'done') return feed
  const records = recordsIn(feed.changes)
  const existing = await reportDeletions(sending, deletionsWithoutRecord(await compareWith(records), unknownKeys.opIds))
  if (existing.end === 'failed') return existing
  // Another device has just created one of the deleted records again. The next recovery reads it, so that it can be deleted.
  if (existing.opIds.size > 0) return { end: 'history-changed' }
  const sentAgain = await replica.transact('write', async (tx) => {
    const requeued = await rebuild(tx, sending, records, { history, unknownOpIds: unknownKeys.opIds })
    await clearVersions(tx)
    await storePulledVersion(tx, feed.changes, [])
    await tx.setMeta(feedPlaceMetadataKey, { cursor: feed.cursor, entities: knownEntities } satisfies FeedPlace)
    await tx.setMeta(recoveryCountMetadataKey, ((await tx.meta<number>(recoveryCountMetadataKey)) ?? 0) + 1)
    return requeued
  })
  log('sync.recovered', { records: records.length, sentAgain })
  return { end: 'done' }
}

function recordsIn(changes: readonly ServerChange[]): ServerChange[] {
  return changes.filter(({ record }) => record !== null)
}

type Comparison = {
  /** Confirmed operations whose keys a server with the same history must have. */
  journal: readonly JournalEntry[]
  found: ServerIdsByKey
  /** Records that were on the server and no longer are, parents before their children. */
  missing: readonly Missing[]
}

async function compare(
  tx: ReplicaTransaction,
  { ports }: SendingContext,
  records: readonly ServerChange[],
  history: History,
): Promise<Comparison> {
  const journal = await provableEntries(tx, ports.clock.now(), history)
  const found = await assignKeys(tx, records, journal)
  return { journal, found, missing: await missingRecords(tx, found) }
}

function keysToAskFor({ journal, missing }: Comparison): string[] {
  // The feed does not show whether a write-only record exists again after it was deleted.
  const writeOnly = journal.filter(({ kind, entity }) => kind === 'delete' && !isInFeed(entity))
  const copies = [...missing.map(({ copy }) => copy), ...writeOnly.map(({ identity = {} }) => identity)]
  return [...new Set([...journal.map(idempotencyKey), ...copies.flatMap(keyOfCreate)])]
}

/**
 * Returns three sets of keys: of confirmed deletions whose records the server lacks, of the creates of these records, and of the creates of
 * photos whose deletion waits here. The server marks the keys as used, so that no other device that still has such a record creates it again.
 */
function deletionsWithoutRecord({ journal, found, missing }: Comparison, unknownOpIds: ReadonlySet<string>): string[] {
  const gone = journal.filter(
    (entry) =>
      entry.kind === 'delete' &&
      unknownOpIds.has(entry.opId) &&
      !hasServerRecord(found, entry.entity, entry.key) &&
      !isStillThere(entry, { unknownOpIds }),
  )
  // Only the device that sent a photo has its bytes, so this one cannot send it again to delete it.
  const photos = missing.filter(({ entity, isToBeDeleted }) => isToBeDeleted && kinds[entity].lane === 'photos')
  const identities = [...gone.map(({ identity = {} }) => identity), ...photos.map(({ copy }) => copy)]
  return [...gone.map(idempotencyKey), ...identities.flatMap(keyOfCreate)]
}

/** True for a deletion of a write-only record that the server has again, according to the key of its create. */
function isStillThere(
  { kind, entity, identity = {} }: JournalEntry,
  evidence: Pick<Evidence, 'unknownOpIds'>,
): boolean {
  return kind === 'delete' && !isInFeed(entity) && keyOfCreate(identity).length > 0 && !leftNoTrace(identity, evidence)
}

function keyOfCreate({ client_key: clientKey }: Fields): string[] {
  return typeof clientKey === 'string' ? [`${clientKey}:1`] : []
}

async function provableEntries(tx: ReplicaTransaction, now: number, { keysFrom }: History): Promise<JournalEntry[]> {
  const entries = await confirmedEntries(tx, 0)
  // `version` is null if the answer named none: then only `hasTrace` shows that the server stored the key. Entries of older versions of the
  // app have none. `keysFrom`: the version above which the server must have every key.
  return entries.filter(({ version, hasTrace, settledAt }) => {
    if (version === null && hasTrace !== true) return false
    return version == null ? settledAt > now - provableMs : version > keysFrom
  })
}

/** `copy`: this device's copy of the server's record. `isToBeDeleted`: its deletion waits in the outbox. */
type Missing = { entity: EntityName; key: LocalKey; copy: Fields; isToBeDeleted: boolean }

async function missingRecords(tx: ReplicaTransaction, found: ServerIdsByKey): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const entity of entityNames) {
    const keys = new Set([...(await tx.rowKeys(entity)), ...(await tx.keysWithOperations(entity))])
    for (const key of keys) {
      if (hasServerRecord(found, entity, key)) continue
      const base = await tx.base(entity, key)
      const operationKinds = new Set((await tx.recordQueue(entity, key)).map(({ kind }) => kind))
      // Skips a record that was never on the server, and a record that was deleted there: its operations become conflicts.
      if ((operationKinds.has('create') && base === undefined) || base?.gone === true) continue
      const copy = base?.record ?? (await tx.row(entity, key))
      if (copy !== undefined) missing.push({ entity, key, copy, isToBeDeleted: operationKinds.has('delete') })
    }
  }
  return missing
}

/** What the server reported about its history; `unknownOpIds`: operations that it has no trace of. */
type Evidence = { history: History; unknownOpIds: ReadonlySet<string> }

async function rebuild(
  tx: ReplicaTransaction,
  sending: SendingContext,
  records: ServerChange[],
  evidence: Evidence,
): Promise<number> {
  const { journal, found, missing } = await compare(tx, sending, records, evidence.history)
  // Records that are older on the server than here, although the journal has no change of them to send again: the agent must check them.
  const unchecked = await uncheckedRecords(tx, {
    records,
    found,
    journal,
    journalFrom: evidence.history.journalFrom,
  })
  const keyOfId = await keysOfOldIds(tx)
  await assignServerIds(tx, found)
  await applyChanges(tx, records, { ...fromFeed, skipsOlderCopies: false })

  const lost: Missing[] = []
  const lostRecordNames = new Set<string>()
  const deletedThere: Missing[] = []
  const isFoundOrLost = (entity: EntityName, key: LocalKey) =>
    hasServerRecord(found, entity, key) || lostRecordNames.has(`${entity} ${key}`)
  for (const one of missing) {
    const { entity, key } = one
    if (!isInFeed(entity)) {
      // A write-only record counts as existing if the server has a trace of its create.
      if (!leftNoTrace(one.copy, evidence)) continue
      await tx.putMapping({ entity, key, id: noId })
    }
    if ((await tx.recordQueue(entity, key)).some(({ kind }) => kind === 'create')) {
      // A create of the record waits already, so it needs no base.
      await tx.deleteBase(entity, key)
      await rebase(tx, entity, key)
    } else if (isLost(one, journal, evidence, sending.ports.clock.now(), isFoundOrLost)) {
      lost.push(one)
      lostRecordNames.add(`${entity} ${key}`)
    } else {
      // The record was deleted on the server, certainly or possibly. Its row is removed below, after lost work of its children is queued again.
      await tx.putBase({ entity, key, record: one.copy, version: null, gone: true })
      deletedThere.push(one)
    }
  }
  const entries = lostEntries(journal, evidence)
  // A deletion whose record the server lacks is not marked as handled: a later restore may bring the record back.
  const handled = entries.filter(({ kind, entity, key }) => kind !== 'delete' || hasServerRecord(found, entity, key))
  await noteRecovered(tx, handled)
  await replaceIdsInLists(tx, keyOfId)
  const why = evidence.history.isSame ? 'missing' : 'restored'
  // The server has a trace of their creates, so they were probably deleted there.
  const deleted = deletedThere.filter(({ copy }) => !leftNoTrace(copy, evidence))
  const stillThere = entries.filter((entry) => isStillThere(entry, evidence))
  const requeued = await requeueLost(tx, sending.ports, {
    why,
    entries,
    records: lost,
    deleted,
    stillThere,
    keyOfId,
    unchecked,
  })
  for (const { entity, key } of deletedThere) await rebase(tx, entity, key)
  return requeued
}

/** Returns the entries that the server has no trace of. Omits fields that a later write changed, if the server has that write. */
function lostEntries(journal: readonly JournalEntry[], { unknownOpIds }: Evidence): JournalEntry[] {
  const writtenSince = new Map<string, Fields>()
  const lost: JournalEntry[] = []
  for (const entry of journal.toReversed()) {
    const record = `${entry.entity} ${entry.key}`
    const since = writtenSince.get(record) ?? {}
    if (!unknownOpIds.has(entry.opId)) writtenSince.set(record, { ...since, ...entry.changes })
    else lost.push(entry.kind === 'update' ? { ...entry, changes: without(entry.changes, since) } : entry)
  }
  return lost.toReversed()
}

function without(changes: Fields, others: Fields): Fields {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !(field in others)))
}

function leftNoTrace({ client_key: clientKey }: Fields, { unknownOpIds }: Pick<Evidence, 'unknownOpIds'>): boolean {
  return typeof clientKey === 'string' && unknownOpIds.has(clientKey)
}

/** True for a record that a device created in the lost history and that no device has deleted since; it is created again. */
function isLost(
  { entity, copy }: Missing,
  journal: readonly JournalEntry[],
  { history, unknownOpIds }: Evidence,
  now: number,
  isFoundOrLost: (entity: EntityName, key: LocalKey) => boolean,
): boolean {
  const { writable, lane, references } = kinds[entity]
  if (!writable || !leftNoTrace(copy, { unknownOpIds })) return false
  const own = journal.find(({ opId, kind }) => opId === copy['client_key'] && kind === 'create')
  // Only the device that sent a photo has its bytes, and only for some time.
  if (lane === 'photos') return own !== undefined && now - own.settledAt < photosKeptMs
  // Work that this device showed as saved is never dropped silently.
  if (own !== undefined) return true
  const createdAt = copy['created_at']
  // If the key of a write since `keysSince` is missing, the server has certainly lost the write.
  const isProvable = history.keysSince !== '' && typeof createdAt === 'string' && createdAt >= history.keysSince
  const hasParents = Object.entries(references).every(([field, referred]) => {
    const key = copy[keyField(field)]
    return typeof key !== 'string' || isFoundOrLost(referred, key)
  })
  return isProvable && hasParents
}

async function assignServerIds(tx: ReplicaTransaction, found: ServerIdsByKey): Promise<void> {
  for (const entity of entityNames.filter(isInFeed)) {
    const keys = found.get(entity) ?? new Map<LocalKey, number>()
    const known = [
      ...(await tx.mappings(entity)).map(({ key }) => key),
      ...(await tx.rowKeys(entity)),
      ...(await tx.keysWithOperations(entity)),
    ]
    for (const key of new Set([...known, ...keys.keys()])) {
      const id = keys.get(key) ?? null
      if ((await idOfKey(tx, entity, key)) !== id) await tx.putMapping({ entity, key, id: id ?? noId })
    }
  }
}

async function keysOfOldIds(tx: ReplicaTransaction): Promise<KeyOfId> {
  const keys = new Map<string, LocalKey>()
  for (const entity of entityNames) {
    for (const { id, key } of await tx.mappings(entity)) if (id !== noId) keys.set(`${entity} ${id}`, key)
  }
  return (entity, id) => keys.get(`${entity} ${id}`) ?? String(id)
}

/** Replaces ids of the lost history in waiting operations with local keys. */
async function replaceIdsInLists(tx: ReplicaTransaction, keyOfId: KeyOfId): Promise<void> {
  for await (const operation of everyOperation(tx)) {
    const renamed = await withKeysForIds(tx, operation.entity, operation.changes, keyOfId)
    if (isJsonEqual(renamed.fields, operation.changes)) continue
    const { fields: base } = await withKeysForIds(tx, operation.entity, operation.base, keyOfId)
    const references = { ...operation.references, ...renamed.references }
    await tx.putOperation({ ...operation, changes: renamed.fields, base, references })
    await rebase(tx, operation.entity, operation.key)
  }
}
