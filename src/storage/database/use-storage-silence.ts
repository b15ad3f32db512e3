import { useSyncExternalStore } from 'react'
import { isStorageSilent, onStorageSilence } from './storage-watchdog.ts'

/** Whether something has waited for this device's storage for longer than a person should (fault A25). */
export function useStorageSilence(): boolean {
  return useSyncExternalStore(onStorageSilence, isStorageSilent, isStorageSilent)
}
