import type { Page } from '@playwright/test'

/** Reads the agent's rows on this device by table, with IndexedDB directly. */
export async function deviceRows<Table extends string>(
  page: Page,
  tables: readonly Table[],
): Promise<Record<Table, Record<string, unknown>[]>> {
  return page.evaluate(async (tables) => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('It cannot be read.', { cause: request.error })))
      })
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    const rows = Object.fromEntries(tables.map((table) => [table, [] as Record<string, unknown>[]]))
    for (const name of names.filter((name) => name.startsWith(`fanlight:${location.origin}/`))) {
      const database = await asked(indexedDB.open(name))
      const transaction = database.transaction(tables)
      for (const table of tables) rows[table]?.push(...(await asked(transaction.objectStore(table).getAll())))
      database.close()
    }
    return rows as Record<Table, Record<string, unknown>[]>
  }, tables)
}
