import { useSyncExternalStore } from 'react'
import { isStorageSilent, onStorageSilence } from './storage-watchdog.ts'

export function useStorageSilence(): boolean {
  return useSyncExternalStore(onStorageSilence, isStorageSilent, isStorageSilent)
}
