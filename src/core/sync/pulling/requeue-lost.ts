import { withoutKey, versionOf, pick } from '#core/sync/records/record-fields.ts'
import { describeOperation, fieldLabel, isComputedField } from '#core/sync/records/describe-operation.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { idOfKey, isLocalKey, localKeyOf } from '#core/sync/records/keys.ts'
import { resolveEmbeddedReferences, referencesIn } from '#core/sync/records/references.ts'
import { newOperation, everyOperation } from '#core/sync/records/operations.ts'
import type { JournalEntry, LocalKey, NewOperation, OperationKind, Reference } from '#core/sync/operation.ts'
import type { ReplicaTransaction, SyncPorts } from '#core/sync/ports.ts'
import { storeBase, rebase } from '#core/sync/records/rebase.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { groupBy } from '#core/sync/groups.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { isOlder, serverCopyOf } from '#core/sync/records/server-copy.ts'
import type { ServerChange } from './apply-changes.ts'
import type { ServerIdsByKey } from './assign-keys.ts'

/** Metadata key: a `RequeueReport` of what was sent again, until the agent has seen it. */
export const requeuedFact = 'sent-again'

/** `restored`: the server was restored from a backup. `missing`: it was not, but it has no trace of these operations. */
export type RequeueReport = {
  why: 'restored' | 'missing'
  at: number
  /** `what` has details, such as the day of a visit. It is missing in old reports. */
  changes: { opId: string; title: string; what?: string; kind: OperationKind; entity: EntityName }[]
  /** Records that are older on the server, for the agent to check. Missing in old reports. */
  unchecked?: UncheckedRecord[]
}

type LostWork = {
  why: RequeueReport['why']
  /** Confirmed operations without a trace on the server, in order. */
  entries: readonly JournalEntry[]
  /** Lost records, parents before their children. Each is created again from this device's copy. */
  records: readonly Reference[]
  /** Records that the server lacks but has a trace of, so they were probably deleted. Lost edits of them become conflicts. */
  deleted: readonly Reference[]
  /** Records of write-only kinds that this device deleted and the server has again. */
  stillThere: readonly Reference[]
  keyOfId: KeyOfId
  unchecked: UncheckedRecord[]
}

/** Returns the local key of the record that had a server id in the lost history. */
export type KeyOfId = (entity: EntityName, id: number) => LocalKey

/** Puts lost work back into the outbox in its old order, before the waiting operations, which may depend on it. Resolves to the number requeued. */
export async function requeueLost(
  tx: ReplicaTransaction,
  ports: Pick<SyncPorts, 'replica' | 'clock' | 'random'>,
  lost: LostWork,
): Promise<number> {
  const requeued: NewOperation[] = []
  const recreatedNames = namesOf(lost.records)
  const deleted = namesOf(lost.deleted)
  const stillThere = namesOf(lost.stillThere)
  for (const record of lost.records) requeued.push(...(await recreate(tx, ports, lost, record)))
  for (const entry of foldEditsOfRecreated(lost.entries, recreatedNames)) {
    const { entity, key, kind, opId } = entry
    const name = `${entity} ${key}`
    if (recreatedNames.has(name) && kind === 'create') continue
    if (kind === 'update' && Object.keys(entry.changes).length === 0) continue
    // An edit or deletion of a record that exists neither here nor on the server has no effect.
    const willBeConflict = kind === 'update' && deleted.has(name)
    const isKnownThere = recreatedNames.has(name) || willBeConflict || stillThere.has(name)
    if (!isKnownThere && (await copyOf(tx, entity, key)) === undefined) continue
    if ((await tx.operationByOpId(opId)) !== undefined) continue
    if (kind === 'create') requeued.push(...(await recreate(tx, ports, lost, { entity, key, entry })))
    else requeued.push(await repeatOperation(tx, ports, lost, entry))
  }
  if (requeued.length === 0 && lost.unchecked.length === 0) return 0
  await putFirst(tx, requeued, recreatedNames)
  const changes: RequeueReport['changes'] = []
  for (const operation of requeued) {
    const { opId, entity, key, kind } = operation
    const titleInJournal = lost.entries.find((entry) => entry.opId === opId)?.title
    const { title, what } = describeOperation(operation, await copyOf(tx, entity, key))
    changes.push({ opId, title: titleInJournal ?? title, what, kind, entity })
  }
  const before = await tx.meta<RequeueReport>(requeuedFact)
  const others = (before?.changes ?? []).filter(({ opId }) => !changes.some((change) => change.opId === opId))
  const isKnown = ({ entity, key }: UncheckedRecord) =>
    lost.unchecked.some((one) => one.entity === entity && one.key === key)
  const unchecked = [...(before?.unchecked ?? []).filter((one) => !isKnown(one)), ...lost.unchecked]
  const report: RequeueReport = {
    why: lost.why,
    at: ports.clock.now(),
    changes: [...others, ...changes],
    unchecked,
  }
  await tx.setMeta(requeuedFact, report)
  return requeued.length
}

function namesOf(records: readonly Reference[]): Set<string> {
  return new Set(records.map(({ entity, key }) => `${entity} ${key}`))
}

/** Joins the edits of each record that is created again. They are sent although its create has them: another device may create it without them. */
function foldEditsOfRecreated(entries: readonly JournalEntry[], recreatedNames: ReadonlySet<string>): JournalEntry[] {
  const folded = new Map<string, JournalEntry>()
  const result: JournalEntry[] = []
  for (const entry of entries) {
    const name = `${entry.entity} ${entry.key}`
    const before = folded.get(name)
    if (entry.kind !== 'update' || !recreatedNames.has(name)) result.push(entry)
    else if (before === undefined) {
      const first = { ...entry }
      folded.set(name, first)
      result.push(first)
    } else {
      before.base = { ...entry.base, ...before.base }
      before.changes = { ...before.changes, ...entry.changes }
      before.references = { ...before.references, ...entry.references }
      before.opId = entry.opId
      before.revision = entry.revision
    }
  }
  return result
}

type RecordToCreate = Reference & { entry?: JournalEntry }

/** Returns the create of a record from this device's copy, and an update for the fields that a create cannot have. */
async function recreate(
  tx: ReplicaTransaction,
  { replica, clock, random }: Pick<SyncPorts, 'replica' | 'clock' | 'random'>,
  lost: LostWork,
  { entity, key, ...given }: RecordToCreate,
): Promise<NewOperation[]> {
  const isCreate = (one: JournalEntry) => one.kind === 'create' && one.entity === entity && one.key === key
  const entry = given.entry ?? lost.entries.find(isCreate)
  const copy = (await copyOf(tx, entity, key)) ?? {}
  const { fields, valuesAfterCreate = {} } = kinds[entity]
  const createOpId = entry?.opId ?? copy['client_key']
  if (typeof createOpId !== 'string') return []
  const createFields = fields.filter((field) => !(field in valuesAfterCreate) && (copy[field] ?? null) !== null)
  const known = await withKeysForIds(tx, entity, pick(copy, createFields), lost.keyOfId)
  const { id: _, version: __, ...shown } = { ...copy, ...valuesAfterCreate }
  const madeAt = entry?.madeAt ?? clock.now()
  const parts = { owner: replica.owner, entity, key, madeAt, references: referencesIn(entity, copy) }
  const files = entry?.files ?? {}
  const create = newOperation({ ...parts, opId: createOpId, kind: 'create', changes: known.fields, shown, files })
  // Another device may also create the record, with other bytes. With random revisions, the keys differ, and the server answers both
  // creates with the same record.
  const revision = 2 + Math.floor(random() * 2 ** 30)
  const references = { ...create.references, ...known.references }
  const operations: NewOperation[] = [{ ...create, references, revision, isRestored: true }]
  const laterFields = Object.keys(valuesAfterCreate).filter((field) => field in copy)
  if (laterFields.length === 0) return operations
  const edit = { changes: pick(copy, laterFields), base: valuesAfterCreate }
  return [
    ...operations,
    { ...newOperation({ ...parts, opId: `${createOpId}-rest`, kind: 'update', ...edit }), revision },
  ]
}

/** Returns the operation of an edit or a deletion, to be merged with the server's current record. */
async function repeatOperation(
  tx: ReplicaTransaction,
  { replica }: Pick<SyncPorts, 'replica'>,
  lost: LostWork,
  entry: JournalEntry,
): Promise<NewOperation> {
  const { opId, entity, key, kind, madeAt, files, references } = entry
  // Old entries lack the replaced values. Null makes the agent decide wherever the server's value differs.
  const before = entry.base ?? Object.fromEntries(Object.keys(entry.changes).map((field) => [field, null]))
  const changes = await withKeysForIds(tx, entity, entry.changes, lost.keyOfId)
  const base = await withKeysForIds(tx, entity, before, lost.keyOfId)
  const parts = { owner: replica.owner, opId, entity, key, kind, madeAt, files, references }
  const operation = newOperation({ ...parts, changes: changes.fields, base: base.fields })
  return { ...operation, references: { ...operation.references, ...changes.references }, revision: entry.revision + 1 }
}

/** Embedded references have server ids of the lost history. Replaces each by the record's current id or, without one, by its local key; else null. */
export async function withKeysForIds(
  tx: ReplicaTransaction,
  entity: EntityName,
  fields: Fields,
  keyOfId: KeyOfId,
): Promise<{ fields: Fields; references: Record<string, Reference> }> {
  // `name` refers to a record of the kind `referred`: by server id, or by local key if the record had no id.
  const named: { name: number | LocalKey; referred: EntityName; field: string }[] = []
  resolveEmbeddedReferences(entity, fields, (name, referred, field) => {
    named.push({ name, referred, field })
    return name
  })
  const names = new Map<string, number | LocalKey | null>()
  const references: Record<string, Reference> = {}
  for (const { name, referred, field } of named) {
    if (typeof name === 'string') continue
    const key = keyOfId(referred, name)
    const now = await idOfKey(tx, referred, key)
    const copy = await copyOf(tx, referred, key)
    const clientKey = copy?.['client_key']
    const token = isLocalKey(key) || typeof clientKey !== 'string' ? key : localKeyOf(clientKey)
    names.set(`${referred} ${name}`, now ?? (copy !== undefined && isLocalKey(token) ? token : null))
    if (now === null && copy !== undefined) references[`${field}[${token}]`] = { entity: referred, key }
  }
  const renamed = resolveEmbeddedReferences(entity, fields, (name, referred) =>
    typeof name === 'string' ? name : (names.get(`${referred} ${name}`) ?? null),
  )
  return { fields: renamed, references }
}

async function copyOf(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<Fields | undefined> {
  const base = await tx.base(entity, key)
  if (base !== undefined && base.record !== null) return base.gone === true ? undefined : base.record
  const row = await tx.row(entity, key)
  return row && withoutKey(row)
}

/** Queues operations before all that wait. Records that are created again get no base. */
async function putFirst(
  tx: ReplicaTransaction,
  requeued: readonly NewOperation[],
  recreatedNames: ReadonlySet<string>,
): Promise<void> {
  const waiting: (NewOperation & { seq: number })[] = []
  for await (const operation of everyOperation(tx)) waiting.push(operation)
  await tx.deleteOperations(waiting.map(({ seq }) => seq))
  for (const operation of requeued) {
    const { entity, key } = operation
    if (recreatedNames.has(`${entity} ${key}`)) await tx.deleteBase(entity, key)
    else await storeBase(tx, entity, key)
    await tx.addOperation(operation)
  }
  for (const { seq: _, ...operation } of waiting) await tx.addOperation(operation)
  for (const { entity, key } of requeued) await rebase(tx, entity, key)
}

/** A record whose copy on the server is older than this device's; `what` lists this device's newer values. */
type UncheckedRecord = { entity: EntityName; key: LocalKey; title: string; what: string }

/** `records`: all records on the server. `found`: their ids by local key. `journal`: has this device's writes after version `journalFrom`. */
type Restored = {
  records: readonly ServerChange[]
  found: ServerIdsByKey
  journal: readonly JournalEntry[]
  journalFrom: number
}

/**
 * Returns the records of which this device has a newer copy than a server restored from a backup older than the journal. They cannot be sent
 * again, because the journal no longer shows who changed them. Call this before the server's records are stored.
 */
export async function uncheckedRecords(
  tx: ReplicaTransaction,
  { records, found, journal, journalFrom }: Restored,
): Promise<UncheckedRecord[]> {
  const newest = Math.max(
    0,
    ...records.flatMap(({ entity, version }) => (belongsToAgent(entity) ? Number(version) : [])),
  )
  if (newest > journalFrom) return []
  const remembered = new Set(journal.map(({ entity, key }) => `${entity} ${key}`))
  const unchecked: UncheckedRecord[] = []
  for (const [entity, changes] of groupBy(records, (change) => change.entity)) {
    if (!belongsToAgent(entity)) continue
    const byId = new Map(changes.map((change) => [change.id, change]))
    const keys = [...(found.get(entity)?.keys() ?? [])].filter((key) => !remembered.has(`${entity} ${key}`))
    for (const [index, row] of (await tx.rows(entity, keys)).entries()) {
      const key = keys[index] as LocalKey
      const change = byId.get(found.get(entity)?.get(key) ?? 0)
      if (!change?.record || !isOlder(change.version, versionOf(row))) continue
      const here = (await serverCopyOf(tx, entity, key)) ?? {}
      const what = differences(entity, here, change.record)
      if (what !== '') unchecked.push({ entity, key, title: kinds[entity].title(here, {}), what })
    }
  }
  return unchecked
}

/** Lists this device's values where the server's differ: "Phone Number was (503) 555-0142, Notes was empty". */
function differences(entity: EntityName, here: Fields, there: Fields): string {
  const { fields, secrets = [] }: KindOfRecord<EntityName> = kinds[entity]
  return fields
    .filter((field) => field in here && !isComputedField(entity, field) && !isSameValue(here[field], there[field]))
    .map((field) => `${fieldLabel(field)} was ${secrets.includes(field) ? 'different' : shown(here[field])}`)
    .join(', ')
}

function belongsToAgent(entity: EntityName): boolean {
  return kinds[entity].feed.visibleTo === 'agent'
}

function shown(value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'empty'
  return typeof value === 'object' ? 'different' : String(value)
}
