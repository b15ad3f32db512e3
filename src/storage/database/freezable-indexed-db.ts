import { isPageFrozen, onPageFreeze } from './page-freeze.ts'
import { type Wait, waitForStorage } from './storage-watchdog.ts'

const running = new Set<IDBTransaction>()

onPageFreeze(() => {
  for (const transaction of running) abort(transaction)
})

/**
 * Returns an IndexedDB factory for all databases of the app. It wraps `factory`, by default the browser's. A page freeze aborts running
 * transactions and upgrades, and prevents new ones (fault A24). `startWait` lets the watchdog report requests without an answer (fault A25).
 */
export function freezableIndexedDb(factory?: IDBFactory, startWait = waitForStorage): IDBFactory {
  // Reads `indexedDB` only on use: if the browser refuses storage, reading it may throw, which must look like a failed opening.
  const found = () => factory ?? indexedDB
  return {
    open: (name, version) => {
      const opening = found().open(name, version)
      const wait = startWait()
      // Registered before the caller's listeners, because listeners run in the order of registration.
      opening.addEventListener('upgradeneeded', () => {
        wait.end()
        track(opening.transaction as IDBTransaction, startWait())
      })
      opening.addEventListener('success', () => {
        wait.end()
        trackTransactionsOf(opening.result, startWait)
      })
      opening.addEventListener('error', wait.end)
      return opening
    },
    deleteDatabase: (name) => {
      const deleting = found().deleteDatabase(name)
      const wait = startWait()
      // `blocked` is an answer too: the storage reports that it waits for another page.
      for (const answer of ['success', 'error', 'blocked']) deleting.addEventListener(answer, wait.end)
      return deleting
    },
    databases: () => found().databases(),
    cmp: (one, other) => found().cmp(one, other),
  }
}

function trackTransactionsOf(database: IDBDatabase, startWait: () => Wait): void {
  const begin = database.transaction.bind(database)
  database.transaction = (stores, mode, options) => {
    if (isPageFrozen()) throw new DOMException('The page is in the back/forward cache.', 'AbortError')
    return track(begin(stores, mode, options), startWait())
  }
}

function track(transaction: IDBTransaction, wait: Wait): IDBTransaction {
  running.add(transaction)
  const end = () => {
    running.delete(transaction)
    wait.end()
  }
  transaction.addEventListener('complete', end)
  transaction.addEventListener('abort', end)
  // A `success` event of one of the transaction's requests passes the transaction in the capture phase.
  transaction.addEventListener('success', wait.sign, { capture: true })
  // An upgrade's transaction starts by itself, possibly in a frozen page.
  if (isPageFrozen()) abort(transaction)
  return transaction
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}
