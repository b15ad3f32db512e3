import { keyField } from '#core/kinds/key-field.ts'
import { type ServerChange, applyChanges, fromFeed } from './apply-changes.ts'
import { assignKeys, isFound, type KeysOfRecords } from './assign-keys.ts'
import { type EntityName, entityNames, kinds, isInFeed } from '#core/kinds/all-kinds.ts'
import { type FeedPlace, feedFact, recoveriesFact } from '#core/sync/metadata-keys.ts'
import { confirmedEntries, noteRecovered } from './find-losses.ts'
import { reportDeletions, keysWithoutTrace } from '#core/sync/sending/check-keys.ts'
import type { Fields } from '#core/contract/json.ts'
import { idempotencyKey, type JournalEntry, type LocalKey, photosKeptMs, isJsonEqual } from '#core/sync/operation.ts'
import { forgetVersions, noteVersions } from '#core/sync/records/newest-version.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { type Pull, knownEntities, readWholeFeed } from './read-feed.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import { requeueLost, type KeyOfId, withKeysForIds, uncheckedRecords } from './requeue-lost.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import type { History } from '#core/sync/sending/server-kind.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import { idOfKey, noId } from '#core/sync/records/keys.ts'

/** How long entries without a server version are assumed to have a key on the server. */
const provableMs = 25 * 24 * 3_600_000

/**
 * Brings the device in line with a server that has another history: it was restored from a backup or a copy, or a failover lost its last
 * seconds (fault C19). The device reads the whole feed, asks which confirmed operations the server has no trace of, and sends those again.
 * All of it is stored in one transaction, so a recovery that was cut off starts over.
 */
export async function recoverHistory(sending: SendingContext, history: History): Promise<Pull> {
  const { replica, log } = sending.ports
  const before = await readWholeFeed(sending)
  if (before.end !== 'done') return before
  const compareWith = (records: readonly ServerChange[]) =>
    replica.transact('read', (tx) => compare(tx, sending, records, history))
  const asked = await keysWithoutTrace(sending, keysToAskFor(await compareWith(recordsIn(before.changes))))
  if (asked.end === 'failed') return asked
  // Records that another device restored before that question are in this second reading.
  const feed = await readWholeFeed(sending, before)
  if (feed.end !== 'done') return feed
  const records = recordsIn(feed.changes)
  const kept = await reportDeletions(sending, deletionsWithoutRecord(await compareWith(records), asked.names))
  if (kept.end === 'failed') return kept
  // Another device restored one of them since the feed was read. It is deleted after the next reading.
  if (kept.names.size > 0) return { end: 'history-changed' }
  const sentAgain = await replica.transact('write', async (tx) => {
    const again = await rebuild(tx, sending, records, { history, names: asked.names })
    await forgetVersions(tx)
    await noteVersions(tx, feed.changes, [])
    await tx.setMeta(feedFact, { cursor: feed.cursor, entities: knownEntities } satisfies FeedPlace)
    await tx.setMeta(recoveriesFact, ((await tx.meta<number>(recoveriesFact)) ?? 0) + 1)
    return again
  })
  log('sync.recovered', { records: records.length, sentAgain })
  return { end: 'done' }
}

function recordsIn(changes: readonly ServerChange[]): ServerChange[] {
  return changes.filter(({ record }) => record !== null)
}

type Comparison = {
  journal: readonly JournalEntry[]
  found: KeysOfRecords
  /** Parents before their children. */
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
  // No feed shows whether the record of such a deletion is there again.
  const writeOnly = journal.filter(({ kind, entity }) => kind === 'delete' && !isInFeed(entity))
  const copies = [...missing.map(({ copy }) => copy), ...writeOnly.map(({ identity = {} }) => identity)]
  return [...new Set([...journal.map(idempotencyKey), ...copies.flatMap(keyOfCreate)])]
}

/**
 * Returns the keys of confirmed deletions that have nothing to delete on the server, of the creates of their records, and of photos whose
 * deletion waits here. Another device may still have such a record, and would restore it.
 */
function deletionsWithoutRecord({ journal, found, missing }: Comparison, names: ReadonlySet<string>): string[] {
  const gone = journal.filter(
    (entry) =>
      entry.kind === 'delete' &&
      names.has(entry.opId) &&
      !isFound(found, entry.entity, entry.key) &&
      !isStillThere(entry, { names }),
  )
  // Only the device that sent a photo has its bytes, so this one cannot send it again to delete it.
  const photos = missing.filter(({ entity, isToBeDeleted }) => isToBeDeleted && kinds[entity].lane === 'photos')
  const identities = [...gone.map(({ identity = {} }) => identity), ...photos.map(({ copy }) => copy)]
  return [...gone.map(idempotencyKey), ...identities.flatMap(keyOfCreate)]
}

/** True for a deletion of a write-only record that the server has again, according to the key of its create. */
function isStillThere({ kind, entity, identity = {} }: JournalEntry, evidence: Pick<Evidence, 'names'>): boolean {
  return kind === 'delete' && !isInFeed(entity) && keyOfCreate(identity).length > 0 && !leftNoTrace(identity, evidence)
}

function keyOfCreate({ client_key: name }: Fields): string[] {
  return typeof name === 'string' ? [`${name}:1`] : []
}

/** Returns the journal entries whose keys a server with the same history must have. */
async function provableEntries(tx: ReplicaTransaction, now: number, { keysFrom }: History): Promise<JournalEntry[]> {
  const entries = await confirmedEntries(tx, 0)
  return entries.filter(({ version, hasTrace, settledAt }) => {
    if (version === null && hasTrace !== true) return false
    return version == null ? settledAt > now - provableMs : version > keysFrom
  })
}

type Missing = { entity: EntityName; key: LocalKey; copy: Fields; isToBeDeleted: boolean }

/** Returns the records that were on the server and no longer are, parents before their children. */
async function missingRecords(tx: ReplicaTransaction, found: KeysOfRecords): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const entity of entityNames) {
    const keys = new Set([...(await tx.rowKeys(entity)), ...(await tx.keysWithOperations(entity))])
    for (const key of keys) {
      if (isFound(found, entity, key)) continue
      const base = await tx.base(entity, key)
      const kinds = new Set((await tx.recordQueue(entity, key)).map(({ kind }) => kind))
      // Never on the server yet, or known to be deleted there and asked about.
      if ((kinds.has('create') && base === undefined) || base?.gone === true) continue
      const copy = base?.record ?? (await tx.row(entity, key))
      if (copy !== undefined) missing.push({ entity, key, copy, isToBeDeleted: kinds.has('delete') })
    }
  }
  return missing
}

type Evidence = { history: History; names: ReadonlySet<string> }

async function rebuild(
  tx: ReplicaTransaction,
  sending: SendingContext,
  records: ServerChange[],
  evidence: Evidence,
): Promise<number> {
  const { journal, found, missing } = await compare(tx, sending, records, evidence.history)
  const unchecked = await uncheckedRecords(tx, {
    records,
    found,
    journal,
    journalFrom: evidence.history.journalFrom,
  })
  const keyOfId = await keysOfOldIds(tx)
  await assignServerIds(tx, found)
  await applyChanges(tx, records, { ...fromFeed, keepsNewer: false })

  const lost: Missing[] = []
  const lostNames = new Set<string>()
  const forgotten: Missing[] = []
  const isKnown = (entity: EntityName, key: LocalKey) =>
    isFound(found, entity, key) || lostNames.has(`${entity} ${key}`)
  for (const one of missing) {
    const { entity, key } = one
    if (!isInFeed(entity)) {
      if (!leftNoTrace(one.copy, evidence)) continue
      await tx.putMapping({ entity, key, id: noId })
    }
    if ((await tx.recordQueue(entity, key)).some(({ kind }) => kind === 'create')) {
      await tx.deleteBase(entity, key)
      await rebase(tx, entity, key)
    } else if (isLost(one, journal, evidence, sending.ports.clock.now(), isKnown)) {
      lost.push(one)
      lostNames.add(`${entity} ${key}`)
    } else {
      // It was deleted there, or may have been. It is removed only after its children are in the outbox again.
      await tx.putBase({ entity, key, record: one.copy, version: null, gone: true })
      forgotten.push(one)
    }
  }
  const entries = lostEntries(journal, evidence)
  // A deletion that had nothing to delete is sent again to each server that was restored.
  const dealtWith = entries.filter(({ kind, entity, key }) => kind !== 'delete' || isFound(found, entity, key))
  await noteRecovered(tx, dealtWith)
  await renameIdsInLists(tx, keyOfId)
  const why = evidence.history.isSame ? 'missing' : 'restored'
  const deleted = forgotten.filter(({ copy }) => !leftNoTrace(copy, evidence))
  const stillThere = entries.filter((entry) => isStillThere(entry, evidence))
  const again = await requeueLost(tx, sending.ports, {
    why,
    entries,
    records: lost,
    deleted,
    stillThere,
    keyOfId,
    unchecked,
  })
  for (const { entity, key } of forgotten) await rebase(tx, entity, key)
  return again
}

/** Returns the entries without a trace, without fields that a later write of this device replaced and that arrived. */
function lostEntries(journal: readonly JournalEntry[], { names }: Evidence): JournalEntry[] {
  const writtenSince = new Map<string, Fields>()
  const lost: JournalEntry[] = []
  for (const entry of journal.toReversed()) {
    const record = `${entry.entity} ${entry.key}`
    const since = writtenSince.get(record) ?? {}
    if (!names.has(entry.opId)) writtenSince.set(record, { ...since, ...entry.changes })
    else lost.push(entry.kind === 'update' ? { ...entry, changes: without(entry.changes, since) } : entry)
  }
  return lost.toReversed()
}

function without(changes: Fields, others: Fields): Fields {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !(field in others)))
}

function leftNoTrace({ client_key: name }: Fields, { names }: Pick<Evidence, 'names'>): boolean {
  return typeof name === 'string' && names.has(name)
}

/** True for a record that any device created in the lost history, and that was not deleted since. */
function isLost(
  { entity, copy }: Missing,
  journal: readonly JournalEntry[],
  { history, names }: Evidence,
  now: number,
  isKnown: (entity: EntityName, key: LocalKey) => boolean,
): boolean {
  const { writable, lane, references } = kinds[entity]
  if (!writable || !leftNoTrace(copy, { names })) return false
  const own = journal.find(({ opId, kind }) => opId === copy['client_key'] && kind === 'create')
  // Only the device that sent a photo keeps its bytes, and only for a while.
  if (lane === 'photos') return own !== undefined && now - own.settledAt < photosKeptMs
  // What a screen called saved is never given up silently.
  if (own !== undefined) return true
  const createdAt = copy['created_at']
  const isProvable = history.keysSince !== '' && typeof createdAt === 'string' && createdAt >= history.keysSince
  const hasParents = Object.entries(references).every(([field, referred]) => {
    const key = copy[keyField(field)]
    return typeof key !== 'string' || isKnown(referred, key)
  })
  return isProvable && hasParents
}

async function assignServerIds(tx: ReplicaTransaction, found: KeysOfRecords): Promise<void> {
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

/** Returns the key that an id of the lost history meant. */
async function keysOfOldIds(tx: ReplicaTransaction): Promise<KeyOfId> {
  const keys = new Map<string, LocalKey>()
  for (const entity of entityNames) {
    for (const { id, key } of await tx.mappings(entity)) if (id !== noId) keys.set(`${entity} ${id}`, key)
  }
  return (entity, id) => keys.get(`${entity} ${id}`) ?? String(id)
}

async function renameIdsInLists(tx: ReplicaTransaction, keyOfId: KeyOfId): Promise<void> {
  for await (const operation of everyOperation(tx)) {
    const renamed = await withKeysForIds(tx, operation.entity, operation.changes, keyOfId)
    if (isJsonEqual(renamed.fields, operation.changes)) continue
    const { fields: base } = await withKeysForIds(tx, operation.entity, operation.base, keyOfId)
    const references = { ...operation.references, ...renamed.references }
    await tx.putOperation({ ...operation, changes: renamed.fields, base, references })
    await rebase(tx, operation.entity, operation.key)
  }
}
