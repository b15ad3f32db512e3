import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical } from '#core/sync/operation.ts'
import { pick } from '#core/sync/pick.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { deleteRow } from '#core/sync/writing/delete-record.ts'
import { isUnattempted } from '#core/sync/writing/folding.ts'
import { updateRecord } from '#core/sync/writing/record-change.ts'
import { changesAtOnce, importedKey, importFact, printOf } from './imported-records.ts'
import type { KeptImport } from './make-import.ts'

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

type Ports = { replica: Replica; clock: Pick<Clock, 'now'> }

/** Takes back all that an import made and changed, the last first, but for what the agent has worked with since. */
export async function undoImport(ports: Ports, undo: Undo): Promise<UndoneImport> {
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

async function deleteAll({ replica, clock }: Ports, undo: Undo, undone: UndoneImport): Promise<void> {
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
