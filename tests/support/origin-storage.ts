import type { Page } from '@playwright/test'

export type OriginStorage = {
  /** Each store with its keys and values. */
  databases: { name: string; stores: Record<string, unknown[]> }[]
  caches: string[]
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
}

/** Reads it without the app's code. */
export async function readOriginStorage(page: Page): Promise<OriginStorage> {
  return page.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('It cannot be read.', { cause: request.error })))
      })
    const databases: OriginStorage['databases'] = []
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
