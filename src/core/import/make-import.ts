import type { Fields } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical, type LocalKey } from '#core/sync/operation.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { createRow } from '#core/sync/writing/create-record.ts'
import { updateRow, updateRecord, isUnattempted } from '#core/sync/writing/update-record.ts'
import type { ImportName } from './import-kind.ts'
import {
  importBatchSize,
  importMetadataKey,
  importedKey,
  importedOpId,
  fingerprintOf,
  isAsImported,
  oldPrintedFields,
  type PrintedFields,
  writableFieldsOf,
} from './imported-records.ts'
import { deleteRow } from '#core/sync/writing/delete-record.ts'

/** Stored for each import, to undo it. The keys of its records are derived from `id`; `prints` show which records have changed since. */
export type ImportMetadata = {
  id: string
  /** The file's name. */
  name: string
  /** When the import began, epoch milliseconds. */
  at: number
  /** What was imported; absent in the oldest imports, which were all of clients. */
  of?: ImportName
  /** A fingerprint of each created record, as imported. */
  prints: number[]
  /** The fields that `prints` include; absent in older imports, whose prints include `oldPrintedFields`. */
  fields?: PrintedFields
  /** The kind of each created record; absent if all have the same kind. */
  entities?: EntityName[]
  /** The id that each created record has in the file, such as that of a calendar event; absent if the file has no ids. */
  names?: string[]
  /** The changed records, with the fields before and after the import. */
  merges: { key: string; before: Fields; after: Fields }[]
  /** Number of imported figures; only in imports that have not been upgraded (`upgrade-exposure.ts`). */
  total?: number
  /** The server's figures that the imported ones replaced; only in imports of versions before exposure readings. */
  replaced?: ReplacedFigure[]
  /** Number of records to create and change; absent in an import that has ended. */
  planned?: number
}

/** `figure` is an `ExposureFigure`; `at`: the time of reading with which an undo saves it, epoch milliseconds. */
export type ReplacedFigure = { listing: LocalKey; figure: Fields; at: number }

/** A record to create. Its parent already exists (`key`), or is an earlier record of the same list, at index `at`. */
export type Create = {
  entity: EntityName
  changes: Fields
  /** Values that screens show but that are never sent, such as a listing's nested property. */
  shown?: Fields
  /** `field` is the field of this record that refers to the parent. */
  parent?: { field: string; entity: EntityName } & ({ key: LocalKey } | { at: number })
  /** The record's id in the file; stored in the import's `names`. */
  fileId?: string
}

/** An existing record to change. `withAdditions` returns its fields together with the data that the file adds. */
type Merge = { key: LocalKey; withAdditions: (row: Fields) => Fields }

type Run = {
  /** A new UUID. For each record's operation id, its last part is replaced by the record's number. */
  id: string
  name: string
  of: ImportName
  /** The import's own kind; `creates` may also contain records that these need, such as the properties of listings. */
  entity: EntityName
  creates: readonly Create[]
  merges: readonly Merge[]
  onProgress: (done: number) => void
  /** Also checked inside each transaction, because a transaction that a page freeze has aborted runs again later. */
  isStopped: () => boolean
}

/** The numbers of created and changed records, without records of other kinds that they need, such as a listing's property. */
export type Imported = { created: number; merged: number; isStopped: boolean }

type Ports = { replica: Replica; clock: Pick<Clock, 'now' | 'sleep'> }

/** Creates and changes an import's records in batches, with ordinary operations. Stores the metadata first, to undo it even if the page closes. */
export async function makeImport(ports: Ports, run: Run): Promise<Imported> {
  const { creates } = run
  const isMixed = creates.some(({ entity }) => entity !== run.entity)
  const metadata: ImportMetadata = {
    id: run.id,
    name: run.name,
    at: ports.clock.now(),
    of: run.of,
    prints: await printsOf(ports, creates),
    fields: Object.fromEntries(
      [...new Set(creates.map(({ entity }) => entity))].map((entity) => [entity, [...kinds[entity].fields]]),
    ),
    ...(isMixed ? { entities: creates.map(({ entity }) => entity) } : {}),
    ...(creates.some(({ fileId }) => fileId !== undefined) ? { names: creates.map(({ fileId }) => fileId ?? '') } : {}),
    merges: [],
    planned: countOwn(run, creates.length) + run.merges.length,
  }
  await ports.replica.transact('write', (tx) => tx.setMeta(importMetadataKey(run.id), metadata))
  const made = await createAll(ports, run)
  // If the import was stopped, drops the entries of records that were not created.
  for (const list of [metadata.prints, metadata.entities, metadata.names]) if (list !== undefined) list.length = made
  const { merged, isComplete } = await mergeAll(ports, run, metadata)
  const { planned: _, ...ended } = metadata
  await ports.replica.transact('write', (tx) => tx.setMeta(importMetadataKey(run.id), ended))
  return { created: countOwn(run, made), merged, isStopped: made < creates.length || !isComplete }
}

/** After this many fingerprints, `printsOf` pauses, so that the page can respond to the agent. */
const printsAtOnce = 500

async function printsOf({ clock }: Ports, creates: readonly Create[]): Promise<number[]> {
  const prints: number[] = []
  for (const [index, { entity, changes }] of creates.entries()) {
    prints.push(fingerprintOf(kinds[entity].fields, changes))
    if (index % printsAtOnce === printsAtOnce - 1) await clock.sleep(0)
  }
  return prints
}

function countOwn({ creates, entity }: Run, made: number): number {
  return creates.slice(0, made).filter((create) => create.entity === entity).length
}

async function createAll({ replica, clock }: Ports, run: Run): Promise<number> {
  const { id, creates, onProgress, isStopped } = run
  let made = 0
  while (made < creates.length && !isStopped()) {
    const some = creates.slice(made, made + importBatchSize)
    const isMade = await replica.transact('write', async (tx) => {
      if (isStopped()) return false
      for (const [index, { entity, changes, shown, parent }] of some.entries())
        await createRow(tx, replica.owner, clock.now(), {
          opId: importedOpId(id, made + index),
          entity,
          changes,
          ...(shown === undefined ? {} : { shown }),
          ...(parent === undefined
            ? {}
            : {
                references: {
                  [parent.field]: {
                    entity: parent.entity,
                    key: 'key' in parent ? parent.key : importedKey(id, parent.at),
                  },
                },
              }),
        })
      return true
    })
    if (!isMade) break
    made += some.length
    onProgress(countOwn(run, made))
  }
  return made
}

/** Merges rows of the file into existing records. `merged` counts changed records; `isComplete` is false if the import was stopped. */
async function mergeAll({ replica, clock }: Ports, run: Run, metadata: ImportMetadata) {
  const { id, entity, creates, merges, onProgress, isStopped } = run
  let merged = 0
  for (let first = 0; first < merges.length; first += importBatchSize) {
    const some = merges.slice(first, first + importBatchSize)
    const changed = await replica.transact('write', async (tx) => {
      if (isStopped()) return null
      const changes: ImportMetadata['merges'] = []
      for (const [index, one] of some.entries()) {
        const opId = importedOpId(id, creates.length + first + index)
        const change = await merge(tx, { owner: replica.owner, now: clock.now(), opId, entity, ...one })
        if (change !== null) changes.push(change)
      }
      await tx.setMeta(importMetadataKey(id), { ...metadata, merges: [...metadata.merges, ...changes] })
      return changes
    })
    if (changed === null) return { merged, isComplete: false }
    metadata.merges.push(...changed)
    merged += changed.length
    onProgress(countOwn(run, creates.length) + first + some.length)
  }
  return { merged, isComplete: true }
}

async function merge(
  tx: ReplicaTransaction,
  {
    owner,
    now,
    opId,
    entity,
    key,
    withAdditions,
  }: Merge & { owner: string; now: number; opId: string; entity: EntityName },
): Promise<ImportMetadata['merges'][number] | null> {
  const row = await tx.row(entity, key)
  if (row === undefined) return null
  const before = writableFieldsOf(entity, row)
  const after = withAdditions(before)
  const changes = pick(
    after,
    kinds[entity].fields.filter(
      (field) => field in after && canonical(after[field] ?? '') !== canonical(before[field] ?? ''),
    ),
  )
  if (Object.keys(changes).length === 0) return null
  const { key: _, ...opened } = row
  await updateRow(tx, owner, now, { opId, entity, key, opened, changes })
  return { key, before: pick(before, Object.keys(changes)), after: changes }
}

export type UndoneImport = {
  deleted: number
  restored: number
  /** The number of records that stay because they were changed after the import, or because other records refer to them. */
  kept: number
}

type Undo = {
  metadata: ImportMetadata
  entity: EntityName
  newId: () => string
  /** Whether other records refer to this record that the import created; then it is not deleted. */
  isMentioned: (row: Row) => boolean
  onProgress: (done: number) => void
}

type UndoPorts = { replica: Replica; clock: Pick<Clock, 'now'> }

/** Deletes the created records, the last one first, and restores the changed ones. Records that were changed after the import stay. */
export async function undoImport(ports: UndoPorts, undo: Undo): Promise<UndoneImport> {
  const { replica, clock } = ports
  const { metadata, entity, newId } = undo
  const undone: UndoneImport = { deleted: 0, restored: 0, kept: 0 }
  await deleteAll(ports, undo, undone)
  for (const { key, before, after } of metadata.merges) {
    const row = await replica.transact('read', (tx) => tx.row(entity, key))
    if (row === undefined) continue
    const isUntouched = canonical(pick(row, Object.keys(after))) === canonical(after)
    const { key: _, ...opened } = row
    if (isUntouched) await updateRecord(replica, clock, { opId: newId(), entity, key, opened, changes: before })
    undone[isUntouched ? 'restored' : 'kept'] += 1
  }
  await replica.transact('write', (tx) => tx.setMeta(importMetadataKey(metadata.id), null))
  return undone
}

async function deleteAll({ replica, clock }: UndoPorts, undo: Undo, undone: UndoneImport): Promise<void> {
  const { metadata, entity, newId, isMentioned, onProgress } = undo
  const { prints, entities, fields: printed = oldPrintedFields } = metadata
  for (let left = prints.length; left > 0; left -= importBatchSize) {
    await replica.transact('write', async (tx) => {
      for (let index = left - 1; index >= Math.max(0, left - importBatchSize); index -= 1) {
        const of = entities?.[index] ?? entity
        const row = await tx.row(of, importedKey(metadata.id, index))
        if (row === undefined) continue
        const isDeleted =
          isAsImported(of, row, prints[index]!, printed) && !isMentioned(row) && (await mayDelete(tx, of, row))
        if (isDeleted) await deleteRow(tx, replica.owner, clock.now(), { opId: newId(), entity: of, key: row.key })
        if (of === entity) undone[isDeleted ? 'deleted' : 'kept'] += 1
      }
    })
    onProgress(prints.length - left + importBatchSize)
  }
}

/** Whether a record may be deleted. A record that all agents share may be deleted only if it was never sent and no listing refers to it. */
async function mayDelete(tx: ReplicaTransaction, entity: EntityName, { key }: Row): Promise<boolean> {
  if (kinds[entity].feed.visibleTo === 'agent') return true
  const queue = await tx.recordQueue(entity, key)
  const isUnsent = queue[0]?.kind === 'create' && queue.every(isUnattempted)
  return isUnsent && (await tx.rowsReferringTo('listing', entity, key)).length === 0
}
