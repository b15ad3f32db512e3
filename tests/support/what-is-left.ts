import type { Page } from '@playwright/test'

/** Everything that this origin keeps in the browser. */
export type LeftBehind = {
  /** Each store with its rows; of the small keys store, the keys with their values. */
  databases: { name: string; stores: Record<string, unknown[]> }[]
  caches: string[]
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
}

/** Read with the browser's own calls, whatever the app believes to have there. */
export async function whatIsLeft(page: Page): Promise<LeftBehind> {
  return page.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('It cannot be read.', { cause: request.error })))
      })
    const databases: LeftBehind['databases'] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name))
      const stores: Record<string, unknown[]> = {}
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([asked(objects.getAllKeys()), asked(objects.getAll())])
        stores[store] = keys.map((key, index) => ({
          key,
          value: JSON.parse(JSON.stringify(values[index] ?? null)) as unknown,
        }))
      }
      database.close()
      databases.push({ name, stores })
    }
    return {
      databases: databases.toSorted((one, other) => one.name.localeCompare(other.name)),
      caches: await caches.keys(),
      localStorage: Object.fromEntries(Object.entries(localStorage)),
      sessionStorage: Object.fromEntries(Object.entries(sessionStorage)),
    }
  })
}
