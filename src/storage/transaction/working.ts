import { type Collection, Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Row } from '#core/sync/ports.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { type DeviceTables, mirrorTable } from '#storage/database/device-database.ts'
import { type HeldWrites, heldWrites } from './held-writes.ts'

/** What the verbs of one transaction share. */
export type Working = {
  tables: DeviceTables
  held: HeldWrites
  /** Notes a write that is on its way; `written` waits for it. */
  write: (writing: PromiseLike<unknown>) => void
  /** Called before any change of the outbox. */
  touchOutbox: () => void
  /** The mirror of a kind of record. */
  mirror: (entity: EntityName) => Table<Row, LocalKey>
  written: () => Promise<void>
}

export function workingOn(tables: DeviceTables, touchOutbox: () => void): Working {
  const writes: PromiseLike<unknown>[] = []
  const write = (writing: PromiseLike<unknown>) => {
    writes.push(writing)
    // Told by `written`; a rejection must not count as unheard in the meantime.
    writing.then(undefined, () => {})
  }
  const held = heldWrites(write)
  return {
    tables,
    held,
    write,
    touchOutbox,
    mirror: (entity) => mirrorTable(tables, entity),
    written: async () => {
      held.handOver()
      await Promise.all(writes)
    },
  }
}

/** What a table has of one kind of record. */
export function ofKind<Stored, Key>({ held }: Working, table: Table<Stored, Key>, entity: EntityName) {
  return held.in(table).where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

const mostReadAtOnce = 2_000

/** All of it, in order; null where that is too much to be read for a few. */
export async function ifFew<Stored>(all: Collection<Stored, unknown>): Promise<Stored[] | null> {
  return (await all.count()) > mostReadAtOnce ? null : all.toArray()
}
