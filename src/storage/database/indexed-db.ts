import { isPageFrozen, onPageFreeze } from './page-freeze.ts'
import { type Wait, waitForStorage } from './storage-watchdog.ts'

const running = new Set<IDBTransaction>()

onPageFreeze(() => {
  for (const transaction of running) abort(transaction)
})

/**
 * The browser's IndexedDB, or `factory`, for every database of the app: when the page is frozen, its running transactions
 * and upgrades are aborted and no new ones begin (fault A24), and what gets no answer is noticed (fault A25).
 */
export function freezableIndexedDb(factory?: IDBFactory, startWait = waitForStorage): IDBFactory {
  // Looked up late: a browser that refuses storage may throw here, which must be the failure of an opening.
  const found = () => factory ?? indexedDB
  return {
    open: (name, version) => {
      const opening = found().open(name, version)
      const wait = startWait()
      // Before the listeners of whatever opens it, because listeners are called in their order.
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
      // `blocked` is an answer: the storage waits for a page and says so.
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
  // Its requests pass it in the capture phase.
  transaction.addEventListener('success', wait.sign, { capture: true })
  // An upgrade begins by itself, when its request is answered.
  if (isPageFrozen()) abort(transaction)
  return transaction
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has just ended by itself.
  }
}
