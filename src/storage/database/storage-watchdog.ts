/* Reports silent storage: a transaction may wait for another tab or a suspended process without an error (faults A24, A25). */

export const storageSilentMessage =
  'This device’s storage isn’t answering. Close other Fanlight tabs, or restart the app.'

/** Storage counts as silent if a wait gets no answer for this long. */
export const storageSilenceMs = 8000

/** If a timer fires more than this too late, the page was suspended, and the storage with it; all waits start again. */
const lateMs = 2000

export type Wait = {
  /** Call when the storage has answered one part of the work; the time starts again. */
  sign: () => void
  end: () => void
}

export type StorageWatchdog = {
  /** Starts a wait, which the caller must end in every case. */
  waitForStorage: () => Wait
  isStorageSilent: () => boolean
  /** Calls `listener` when the storage falls silent and when it answers again. Returns an unsubscribe function. */
  onStorageSilence: (listener: () => void) => () => void
}

export function createStorageWatchdog(): StorageWatchdog {
  const lastSigns = new Map<Wait, number>()
  const listeners = new Set<() => void>()
  let isSilent = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function startTimer(ms: number): void {
    if (timer !== undefined || lastSigns.size === 0) return
    const dueAt = performance.now() + ms
    timer = setTimeout(() => {
      timer = undefined
      const now = performance.now()
      if (now - dueAt > lateMs) for (const wait of lastSigns.keys()) lastSigns.set(wait, now)
      check()
    }, ms)
  }

  function check(): void {
    const silentMs = performance.now() - Math.min(...lastSigns.values())
    const wasSilent = isSilent
    isSilent = silentMs >= storageSilenceMs
    if (isSilent !== wasSilent) for (const listener of listeners) listener()
    // At least a second, so that a silent wait is not checked all the time.
    startTimer(Math.max(storageSilenceMs - silentMs, 1000))
  }

  function end(wait: Wait): void {
    lastSigns.delete(wait)
    if (isSilent) check()
    if (lastSigns.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }

  return {
    waitForStorage: () => {
      const wait: Wait = {
        sign: () => lastSigns.has(wait) && lastSigns.set(wait, performance.now()),
        end: () => end(wait),
      }
      lastSigns.set(wait, performance.now())
      startTimer(storageSilenceMs)
      return wait
    },
    isStorageSilent: () => isSilent,
    onStorageSilence: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const { waitForStorage, isStorageSilent, onStorageSilence } = createStorageWatchdog()
