import { type UseStore, promisifyRequest } from 'idb-keyval'
import { freezableIndexedDb } from './indexed-db.ts'
import { againAfterFreeze, onPageFreeze, pageFreezes } from './page-freeze.ts'
import { isConnectionLost } from './storage-error.ts'

let connection: Promise<IDBDatabase> | undefined

/**
 * The few values that are not records: drafts, the remembered agent, the worker's credentials. Dexie is not needed to read
 * them. In place of idb-keyval's own store, which knows neither frozen pages (fault A24) nor dead connections (fault A8).
 */
export function keysStore(): UseStore {
  return (mode, work) => againAfterFreeze(() => keysStoreOnce()(mode, work))
}

/** The same store for what must not be written any more when the page returns; rejects where the page was frozen. */
export function keysStoreOnce(): UseStore {
  return async (mode, work) => {
    const freezes = pageFreezes()
    const inStore = async () => {
      const database = await connected()
      if (pageFreezes() !== freezes) throw new DOMException('The page was frozen.', 'AbortError')
      return work(database.transaction('values', mode).objectStore('values'))
    }
    try {
      return await inStore()
    } catch (error) {
      if (!isConnectionLost(error) || pageFreezes() !== freezes) throw error
      connection = undefined
      return inStore()
    }
  }
}

function connected(): Promise<IDBDatabase> {
  if (connection !== undefined) return connection
  const opening = connect()
  connection = opening
  opening.catch(() => forget(opening))
  return opening
}

async function connect(): Promise<IDBDatabase> {
  const opening = freezableIndexedDb().open('fanlight-keys')
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('values'))
  const database = await promisifyRequest(opening)
  const opened = connection
  database.addEventListener('close', () => forget(opened))
  // The deletion of the database must not wait for this page.
  database.addEventListener('versionchange', () => {
    forget(opened)
    database.close()
  })
  return database
}

/** The next call connects again. */
function forget(opened: typeof connection): void {
  if (connection === opened) connection = undefined
}

onPageFreeze(() => {
  const opened = connection
  forget(opened)
  opened?.then(
    (database) => database.close(),
    () => {},
  )
})
