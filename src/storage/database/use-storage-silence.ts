import { useSyncExternalStore } from 'react'
import { isStorageSilent, onStorageSilence } from './storage-watchdog.ts'

/** Returns true while the device's storage does not answer; see the storage watchdog. */
export function useStorageSilence(): boolean {
  return useSyncExternalStore(onStorageSilence, isStorageSilent, isStorageSilent)
}
