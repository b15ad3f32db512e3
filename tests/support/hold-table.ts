import { Dexie, type Table } from 'dexie'

/** Lets nobody read a table, as on a device that is slow at it, until what is given back is called; that resolves when they can. */
export function holdTable(table: Table): () => Promise<void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const holding = table.db.transaction('rw', table, () => Dexie.waitFor(held))
  return async () => {
    release()
    await holding
  }
}
