/*
 * Whether this device's storage answers. A transaction may wait for another tab, or for a suspended process, without an
 * error (faults A24, A25); a screen would show its skeleton for as long.
 */

/** While the storage neither answers nor fails (fault A25). */
export const storageSilentMessage =
  'This device’s storage isn’t answering. Close other Fanlight tabs, or restart the app.'

/** How long the storage may leave something waiting without any sign of life. */
export const storageSilenceMs = 8000

/** A timer that fires later than this was itself suspended, and what it watches with it. */
const lateMs = 2000

/** Something that waits for the storage. */
export type Wait = {
  /** The storage has answered a part of it. */
  sign: () => void
  end: () => void
}

export type StorageWatchdog = {
  /** Begins a wait, which is to be ended whatever becomes of it. */
  waitForStorage: () => Wait
  /** Whether something has waited for too long. */
  isStorageSilent: () => boolean
  /** Calls `listener` when the storage falls silent and when it answers again, until the returned function is called. */
  onStorageSilence: (listener: () => void) => () => void
}

export function createStorageWatchdog(): StorageWatchdog {
  /** Each wait with the moment of its last sign of life. */
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
      look()
    }, ms)
  }

  function look(): void {
    const silentMs = performance.now() - Math.min(...lastSigns.values())
    const wasSilent = isSilent
    isSilent = silentMs >= storageSilenceMs
    if (isSilent !== wasSilent) for (const listener of listeners) listener()
    // At least a second: a wait that stays silent is looked at again now and then.
    startTimer(Math.max(storageSilenceMs - silentMs, 1000))
  }

  function end(wait: Wait): void {
    lastSigns.delete(wait)
    if (isSilent) look()
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

/** Of all databases of this page. */
export const { waitForStorage, isStorageSilent, onStorageSilence } = createStorageWatchdog()
