import { del, get, set } from 'idb-keyval'
import { keyValueStore } from './key-value-store.ts'

export type StorageHealth = {
  /** False if the browser refuses storage, as in private windows and frames; the app then works online only and says so (fault A7). */
  canStore: boolean
  /** True if the browser promised not to clear this site's data by itself. */
  persistent: boolean
  usedBytes: number | null
  availableBytes: number | null
}

/** True if a value that is written can be read again. */
export async function canStoreData(): Promise<boolean> {
  const written = `probe-${Date.now()}-${Math.random()}`
  try {
    await set('probe', written, keyValueStore())
    const read = await get<string>('probe', keyValueStore())
    await del('probe', keyValueStore())
    return read === written
  } catch {
    return false
  }
}

export async function readStorageHealth(): Promise<StorageHealth> {
  const [canStore, persistent, estimate] = await Promise.all([
    canStoreData(),
    navigator.storage?.persisted?.().catch(() => false) ?? false,
    navigator.storage?.estimate?.().catch(() => null) ?? null,
  ])
  return {
    canStore,
    persistent,
    usedBytes: estimate?.usage ?? null,
    availableBytes: estimate?.quota === undefined ? null : Math.max(0, estimate.quota - (estimate.usage ?? 0)),
  }
}

/** Requests persistent storage (fault A12); true if granted. Some browsers show a prompt, so call this only when there is data to lose. */
export async function requestPersistence(): Promise<boolean> {
  if (await navigator.storage?.persisted?.().catch(() => false)) return true
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false
}
