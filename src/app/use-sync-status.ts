import { useConnection } from '#state/connection.ts'
import type { SyncStatus } from '#ui/sync-chip.tsx'
import { useNow } from '#ui/use-now.ts'
import { syncStatusOf } from './sync-status.ts'

/** The chip's words; the seconds to the next attempt count down while they are shown. */
export function useSyncStatus(): SyncStatus | undefined {
  const connection = useConnection()
  const now = useNow(connection.state === 'paused' && connection.nextAttemptAt !== null)
  return syncStatusOf(connection, now)
}
