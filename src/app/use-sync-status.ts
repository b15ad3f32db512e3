import { useConnection } from '#state/connection.ts'
import { useStorageSilence } from '#storage/database/use-storage-silence.ts'
import type { SyncStatus } from '#ui/feedback/sync-chip.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { syncStatusOf } from './sync-status.ts'

/** The chip's words; the seconds to the next attempt count down while they are shown. */
export function useSyncStatus(): SyncStatus | undefined {
  const connection = useConnection()
  const now = useNow(connection.state === 'paused' && connection.nextAttemptAt !== null)
  // Nothing can be called saved, or waiting, while the storage does not say what it has (fault A25).
  return useStorageSilence() ? undefined : syncStatusOf(connection, now)
}
