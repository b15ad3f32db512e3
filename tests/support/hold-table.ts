import { Dexie, type Table } from 'dexie'

/** Blocks a table, as on a slow device, until the returned function is called; that resolves when the table can be read. */
export function holdTable(table: Table): () => Promise<void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const holding = table.db.transaction('rw', table, () => Dexie.waitFor(held))
  return async () => {
    release()
    await holding
  }
}
