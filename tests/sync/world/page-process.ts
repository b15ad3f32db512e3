import './fast-machine.ts'
import { IDBTransaction } from 'fake-indexeddb'

/**
 * The process in which a browser runs one page. While it is suspended, its transactions neither continue nor end, and all
 * others on the same tables wait (fault A25). WebKit gives each tab its own process; the service worker and the storage process
 * keep running.
 */
export type PageProcess = {
  factoryOf: (factory: IDBFactory) => IDBFactory
  suspend: () => void
  /** The system rolls back open transactions, others continue, and the page is notified when it resumes. */
  endTransactions: () => void
  resume: () => void
}

type Connection = { _rawDatabase: { transactions: Transaction[]; processTransactions: () => void } }

/** The internals of a fake-indexeddb transaction that a browser's storage process controls. */
type Transaction = {
  mode: IDBTransactionMode
  db: Connection
  _started: boolean
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  _rollbackLog: (() => void)[]
  /** Handles the next request, or completes if there is none. */
  _start: () => void
  _abort: (name: string) => void
  _markFinished: () => void
}

/** By database connection: whether its process takes the transaction's next step. */
const takesStep = new WeakMap<object, (transaction: Transaction) => boolean>()

const transactions = IDBTransaction.prototype as unknown as Transaction
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const start = transactions._start
transactions._start = function (this: Transaction) {
  if (takesStep.get(this.db)?.(this) ?? true) start.call(this)
}

export function pageProcess(): PageProcess {
  let state: 'running' | 'suspended' | 'ended' = 'running'
  const connections = new Set<Connection>()
  const open = new Set<Transaction>()
  const ended = new Set<Transaction>()

  function takesNext(transaction: Transaction): boolean {
    if (state === 'running' || transaction._state === 'finished' || transaction.mode === 'versionchange') return true
    // It has its turn, and does not give it up.
    transaction._started = true
    if (state === 'ended') end(transaction)
    else open.add(transaction)
    return false
  }

  function end(transaction: Transaction): void {
    for (const undo of transaction._rollbackLog.toReversed()) undo()
    transaction._rollbackLog = []
    transaction._markFinished()
    ended.add(transaction)
    transaction.db._rawDatabase.processTransactions()
  }

  return {
    factoryOf: (factory) =>
      new Proxy(factory, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (name !== 'open') return typeof value === 'function' ? value.bind(target) : value
          return (database: string, version?: number) => {
            const opening = target.open(database, version)
            const note = () => {
              const connection = opening.result as unknown as Connection
              connections.add(connection)
              takesStep.set(connection, takesNext)
            }
            opening.addEventListener('upgradeneeded', note)
            opening.addEventListener('success', note)
            return opening
          }
        },
      }),
    suspend: () => {
      state = 'suspended'
    },
    endTransactions: () => {
      state = 'ended'
      for (const { _rawDatabase } of connections)
        for (const transaction of _rawDatabase.transactions) {
          const isOurs = connections.has(transaction.db) && transaction.mode !== 'versionchange'
          if (isOurs && transaction._state !== 'finished') end(transaction)
        }
    },
    resume: () => {
      state = 'running'
      for (const transaction of ended) transaction._abort('AbortError')
      for (const transaction of open) if (!ended.has(transaction)) transaction._start()
      ended.clear()
      open.clear()
    },
  }
}
