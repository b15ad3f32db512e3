/** A tab or a worker, as the system sees it: it can be frozen, and it can end at any moment. */
export type Life = {
  isAlive: boolean
  isFrozen: boolean
  /** Resolves when it ends. */
  died: Promise<null>
  /** Resolves at once, or when the system wakes it. */
  awake: () => Promise<void>
  freeze: () => void
  thaw: () => void
  end: () => void
}

export function beginLife(): Life {
  let wake = () => {}
  let resolveDied = () => {}
  let waking: Promise<void> = Promise.resolve()
  const life: Life = {
    isAlive: true,
    isFrozen: false,
    died: new Promise((resolve) => (resolveDied = () => resolve(null))),
    awake: async () => {
      while (life.isFrozen) await waking
    },
    freeze: () => {
      if (life.isFrozen) return
      life.isFrozen = true
      waking = new Promise((resolve) => (wake = resolve))
    },
    thaw: () => {
      life.isFrozen = false
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
