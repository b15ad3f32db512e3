import { type UseStore, promisifyRequest } from 'idb-keyval'
import { freezableIndexedDb } from '#storage/database/freezable-indexed-db.ts'
import { retryAfterFreeze, onPageFreeze, countPageFreezes } from '#storage/database/page-freeze.ts'

let connection: Promise<IDBDatabase> | undefined

/**
 * Returns the store of the few values that are not records: drafts, the remembered agent, the worker's credentials. Replaces
 * idb-keyval's own store, which handles neither frozen pages (fault A24) nor dead connections (fault A8).
 */
export function keyValueStore(): UseStore {
  return (mode, work) => {
    const once = () => keyValueStoreWithoutRetry()(mode, work)
    return retryAfterFreeze(() => once().catch((error: unknown) => (isAborted(error) ? once() : Promise.reject(error))))
  }
}

/** The operating system aborts transactions with this error when it suspends a process (fault A25). */
const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Returns the same store for writes that would be outdated when a frozen page returns: if a freeze interrupts one, it rejects. */
export function keyValueStoreWithoutRetry(): UseStore {
  return async (mode, work) => {
    const freezes = countPageFreezes()
    try {
      return await inStore(mode, work, freezes)
    } catch (error) {
      if (countPageFreezes() !== freezes) throw new DOMException('The page was frozen.', 'AbortError')
      // Suspended phones and restarted storage processes end connections silently (fault A8).
      const isDead = error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name)
      if (!isDead) throw error
      connection = undefined
      return inStore(mode, work, freezes)
    }
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Result | PromiseLike<Result>,
  freezes: number,
): Promise<Result> {
  const database = await connected()
  if (countPageFreezes() !== freezes) throw new DOMException('The page was frozen.', 'AbortError')
  const transaction = database.transaction('values', mode)
  // A write is done only when its transaction is complete (fault A3).
  const done = mode === 'readwrite' ? completed(transaction) : null
  done?.catch(() => {})
  const result = await work(transaction.objectStore('values'))
  await done
  return result
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('It was aborted.', 'AbortError')),
    )
  })
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
  // An open connection would block another tab that deletes the database.
  database.addEventListener('versionchange', () => {
    forget(opened)
    database.close()
  })
  return database
}

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
