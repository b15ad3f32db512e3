import { useSyncExternalStore } from 'react'
import { isStorageSilent, onStorageSilence } from './storage-watchdog.ts'

/** True while a wait for this device's storage is too long (fault A25). */
export function useStorageSilence(): boolean {
  return useSyncExternalStore(onStorageSilence, isStorageSilent, isStorageSilent)
}
