import type { Fields } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical, type LocalKey } from '#core/sync/operation.ts'
import { pick } from '#core/sync/pick.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { createRow, updateRow, updateRecord } from '#core/sync/writing/record-change.ts'
import type { ImportName } from './import-kind.ts'
import { changesAtOnce, importFact, importedKey, importedOpId, printOf, textsOf } from './imported-records.ts'
import { deleteRow } from '#core/sync/writing/delete-record.ts'
import { isUnattempted } from '#core/sync/writing/folding.ts'

/**
 * What is remembered of an import, so that all of it can be undone later. Its records' keys follow from the import's id, and
 * a print of what each was made of tells whether somebody has changed it since.
 */
export type KeptImport = {
  id: string
  name: string
  at: number
  /** Left out of imports of clients, which were the first. */
  of?: ImportName
  prints: number[]
  /** The kind of each record, where an import makes several. */
  entities?: EntityName[]
  /** By what the file's program knows each record, where it says so. */
  names?: string[]
  merges: { key: string; before: Fields; after: Fields }[]
  /** How much it brought, where that is no records. */
  total?: number
  /** How many records it is to make and merge; left out once it has come to its end. */
  planned?: number
}

/** A record to be made. Its parent is here already, or is the one `at` a place of the same list. */
export type Create = {
  entity: EntityName
  changes: Fields
  shown?: Fields
  parent?: { field: string; entity: EntityName } & ({ key: LocalKey } | { at: number })
  name?: string
}

/** A record to be changed, and to what, as it stands here now. */
type Merge = { key: LocalKey; additionsTo: (row: Fields) => Fields }

type Run = {
  /** A new UUID, whose last part counts the records. */
  id: string
  /** The file's. */
  name: string
  of: ImportName
  entity: EntityName
  creates: readonly Create[]
  merges: readonly Merge[]
  onProgress: (done: number) => void
  /** Asked again inside each transaction: one that a freeze ended is tried again when another page may have gone on. */
  isStopped: () => boolean
}

/** How many of the import's own kind were made and merged, and whether it was stopped before its end. */
export type Imported = { made: number; merged: number; isStopped: boolean }

type Ports = { replica: Replica; clock: Pick<Clock, 'now' | 'sleep'> }

/**
 * Makes and changes an agent's records as ordinary changes on this device, some at a time; each time is saved whole. What is
 * remembered of the import is saved before, so that what an ended page leaves can be undone, too.
 */
export async function makeImport(ports: Ports, run: Run): Promise<Imported> {
  const { creates } = run
  const isMixed = creates.some(({ entity }) => entity !== run.entity)
  const kept: KeptImport = {
    id: run.id,
    name: run.name,
    at: ports.clock.now(),
    of: run.of,
    prints: await printsOf(ports, creates),
    ...(isMixed ? { entities: creates.map(({ entity }) => entity) } : {}),
    ...(creates.some(({ name }) => name !== undefined) ? { names: creates.map(({ name }) => name ?? '') } : {}),
    merges: [],
    planned: ownOf(run, creates.length) + run.merges.length,
  }
  await ports.replica.transact('write', (store) => store.putFact(importFact(run.id), kept))
  const made = await makeAll(ports, run)
  for (const list of [kept.prints, kept.entities, kept.names]) if (list !== undefined) list.length = made
  const { merged, isWhole } = await mergeAll(ports, run, kept)
  const { planned: _, ...ended } = kept
  await ports.replica.transact('write', (store) => store.putFact(importFact(run.id), ended))
  return { made: ownOf(run, made), merged, isStopped: made < creates.length || !isWhole }
}

/** So few that the page can answer between them. */
const printsAtOnce = 500

async function printsOf({ clock }: Ports, creates: readonly Create[]): Promise<number[]> {
  const prints: number[] = []
  for (const [index, { entity, changes }] of creates.entries()) {
    prints.push(printOf(entity, changes))
    if (index % printsAtOnce === printsAtOnce - 1) await clock.sleep(0)
  }
  return prints
}

/** How many of the first so many are what the agent imports, and not something that it stands on. */
function ownOf({ creates, entity }: Run, made: number): number {
  return creates.slice(0, made).filter((create) => create.entity === entity).length
}

/** How many of the list were made before it was stopped. */
async function makeAll({ replica, clock }: Ports, run: Run): Promise<number> {
  const { id, creates, onProgress, isStopped } = run
  let made = 0
  while (made < creates.length && !isStopped()) {
    const some = creates.slice(made, made + changesAtOnce)
    const isMade = await replica.transact('write', async (store) => {
      if (isStopped()) return false
      for (const [index, { entity, changes, shown, parent }] of some.entries())
        await createRow(store, replica.owner, clock.now(), {
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
    onProgress(ownOf(run, made))
  }
  return made
}

/** `merged` counts records that changed by it; `isWhole` says that none is left. */
async function mergeAll({ replica, clock }: Ports, run: Run, kept: KeptImport) {
  const { id, entity, creates, merges, onProgress, isStopped } = run
  let merged = 0
  for (let first = 0; first < merges.length; first += changesAtOnce) {
    const some = merges.slice(first, first + changesAtOnce)
    const changed = await replica.transact('write', async (store) => {
      if (isStopped()) return null
      const changes: KeptImport['merges'] = []
      for (const [index, one] of some.entries()) {
        const opId = importedOpId(id, creates.length + first + index)
        const change = await merge(store, { owner: replica.owner, now: clock.now(), opId, entity, ...one })
        if (change !== null) changes.push(change)
      }
      await store.putFact(importFact(id), { ...kept, merges: [...kept.merges, ...changes] })
      return changes
    })
    if (changed === null) return { merged, isWhole: false }
    kept.merges.push(...changed)
    merged += changed.length
    onProgress(ownOf(run, creates.length) + first + some.length)
  }
  return { merged, isWhole: true }
}

async function merge(
  store: ReplicaTransaction,
  {
    owner,
    now,
    opId,
    entity,
    key,
    additionsTo,
  }: Merge & { owner: string; now: number; opId: string; entity: EntityName },
): Promise<KeptImport['merges'][number] | null> {
  const row = await store.row(entity, key)
  if (row === undefined) return null
  const before = textsOf(entity, row)
  const after = additionsTo(before)
  const changes = pick(
    after,
    kinds[entity].fields.filter(
      (field) => field in after && canonical(after[field] ?? '') !== canonical(before[field] ?? ''),
    ),
  )
  if (Object.keys(changes).length === 0) return null
  const { key: _, ...opened } = row
  await updateRow(store, owner, now, { opId, entity, key, opened, changes })
  return { key, before: pick(before, Object.keys(changes)), after: changes }
}

export type UndoneImport = {
  deleted: number
  restored: number
  /** Records that stay, because they were changed since, or something else speaks of them. */
  kept: number
}

type Undo = {
  kept: KeptImport
  entity: EntityName
  newId: () => string
  /** Whether something besides the import speaks of this record. */
  isMentioned: (row: Row) => boolean
  onProgress: (done: number) => void
}

type UndoPorts = { replica: Replica; clock: Pick<Clock, 'now'> }

/** Takes back all that an import made and changed, the last first, but for what the agent has worked with since. */
export async function undoImport(ports: UndoPorts, undo: Undo): Promise<UndoneImport> {
  const { replica, clock } = ports
  const { kept, entity, newId } = undo
  const undone: UndoneImport = { deleted: 0, restored: 0, kept: 0 }
  await deleteAll(ports, undo, undone)
  for (const { key, before, after } of kept.merges) {
    const row = await replica.transact('read', (store) => store.row(entity, key))
    if (row === undefined) continue
    const isUntouched = canonical(pick(row, Object.keys(after))) === canonical(after)
    const { key: _, ...opened } = row
    if (isUntouched) await updateRecord(replica, clock, { opId: newId(), entity, key, opened, changes: before })
    undone[isUntouched ? 'restored' : 'kept'] += 1
  }
  await replica.transact('write', (store) => store.putFact(importFact(kept.id), null))
  return undone
}

async function deleteAll({ replica, clock }: UndoPorts, undo: Undo, undone: UndoneImport): Promise<void> {
  const { kept, entity, newId, isMentioned, onProgress } = undo
  const { prints, entities } = kept
  for (let left = prints.length; left > 0; left -= changesAtOnce) {
    await replica.transact('write', async (store) => {
      for (let index = left - 1; index >= Math.max(0, left - changesAtOnce); index -= 1) {
        const of = entities?.[index] ?? entity
        const row = await store.row(of, importedKey(kept.id, index))
        if (row === undefined) continue
        const isUntouched = printOf(of, row) === prints[index] && !isMentioned(row) && (await canGo(store, of, row))
        if (isUntouched) await deleteRow(store, replica.owner, clock.now(), { opId: newId(), entity: of, key: row.key })
        if (of === entity) undone[isUntouched ? 'deleted' : 'kept'] += 1
      }
    })
    onProgress(prints.length - left + changesAtOnce)
  }
}

/** What all agents share can be taken back only before it was sent, and while no other record stands on it. */
async function canGo(store: ReplicaTransaction, entity: EntityName, { key }: Row): Promise<boolean> {
  if (kinds[entity].feed.of === 'agent') return true
  const chain = await store.chain(entity, key)
  const isUnsent = chain[0]?.kind === 'create' && chain.every(isUnattempted)
  return isUnsent && (await store.rowsReferringTo('listing', entity, key)).length === 0
}
