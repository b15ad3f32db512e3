import { freezableIndexedDb } from './freezable-indexed-db.ts'
import { retryAfterFreeze, onPageFreeze, countPageFreezes } from './page-freeze.ts'

/**
 * Runs `work` in one transaction, again if a page freeze ended it (fault A24). `work` issues its requests at once and returns
 * a function that reads the result after the transaction. Resolves to null, and creates nothing, if the database or a store is missing.
 */
export function inExistingDatabase<Result>(
  name: string,
  stores: string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => () => Result,
): Promise<Result | null> {
  return retryAfterFreeze(async () => {
    const freezes = countPageFreezes()
    const database = await openExisting(name)
    if (database === null) return null
    // A frozen page's connection would block an upgrade or a deletion.
    const stopListening = onPageFreeze(() => database.close())
    try {
      if (countPageFreezes() !== freezes) throw new Error('The page was frozen.')
      if (!stores.every((store) => database.objectStoreNames.contains(store))) return null
      return await completed(database.transaction(stores, mode), work)
    } finally {
      stopListening()
      database.close()
    }
  })
}

/** Opens a database; resolves to null, without creating it, if it does not exist. Not every browser can list its databases first. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const opening = freezableIndexedDb().open(name)
    let isMissing = false
    opening.addEventListener('upgradeneeded', () => {
      isMissing = true
      opening.transaction?.abort()
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', (event) => {
      event.preventDefault()
      if (isMissing) resolve(null)
      else reject(opening.error ?? new Error('The database could not be opened.'))
    })
  })
}

function completed<Result>(
  transaction: IDBTransaction,
  work: (transaction: IDBTransaction) => () => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const readResult = work(transaction)
    transaction.addEventListener('complete', () => resolve(readResult()))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was aborted.')))
  })
}
