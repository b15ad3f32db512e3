/** The life of a tab or worker: it can be frozen, and can end at any moment. */
export type Life = {
  isAlive: boolean
  isFrozen: boolean
  /** Frozen in the browser's cache: its transactions are aborted, and it begins none (fault A24). */
  isCached: boolean
  /** Suspended during its transactions, which stay open until the system ends them (fault A25). */
  isSuspended: boolean
  died: Promise<null>
  /** Resolves at once, or when it is thawed. */
  awake: () => Promise<void>
  freeze: () => void
  cache: () => void
  suspend: () => void
  /** The system ends the transactions of a suspended process; resolves `untilTransactionsEnd`. */
  endTransactions: () => void
  untilTransactionsEnd: () => Promise<void>
  thaw: () => void
  end: () => void
}

export function beginLife(): Life {
  let wake = () => {}
  let resolveDied = () => {}
  let resolveEnded = () => {}
  let waking: Promise<void> = Promise.resolve()
  let ended: Promise<void> = Promise.resolve()
  const life: Life = {
    isAlive: true,
    isFrozen: false,
    isCached: false,
    isSuspended: false,
    died: new Promise((resolve) => (resolveDied = () => resolve(null))),
    awake: async () => {
      while (life.isFrozen) await waking
    },
    freeze: () => {
      if (life.isFrozen) return
      life.isFrozen = true
      waking = new Promise((resolve) => (wake = resolve))
    },
    cache: () => {
      life.freeze()
      life.isCached = true
    },
    suspend: () => {
      life.freeze()
      life.isSuspended = true
      ended = new Promise((resolve) => (resolveEnded = resolve))
    },
    endTransactions: () => resolveEnded(),
    untilTransactionsEnd: () => ended,
    thaw: () => {
      resolveEnded()
      life.isFrozen = false
      life.isCached = false
      life.isSuspended = false
      wake()
    },
    end: () => {
      life.isAlive = false
      resolveDied()
      life.thaw()
    },
  }
  return life
}

export function never<Value>(): Promise<Value> {
  return new Promise(() => {})
}
