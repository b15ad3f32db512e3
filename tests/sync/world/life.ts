/** A tab or a worker, as the system sees it: it can be frozen, and it can end at any moment. */
export type Life = {
  isAlive: boolean
  isFrozen: boolean
  /** Frozen in the browser's cache: its transactions were aborted, and it begins none (fault A24). */
  isCached: boolean
  /** Suspended in the middle of its transactions, which stay open until the system ends them (fault A25). */
  isSuspended: boolean
  /** Resolves when it ends. */
  died: Promise<null>
  /** Resolves at once, or when the system wakes it. */
  awake: () => Promise<void>
  freeze: () => void
  cache: () => void
  suspend: () => void
  /** The system ends what a suspended process has open; resolves `untilTransactionsEnd`. */
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

/** What the dead wait for. */
export function never<Value>(): Promise<Value> {
  return new Promise(() => {})
}
