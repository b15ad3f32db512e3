import { useConnection, type Connection } from '#state/connection.ts'
import { syncStatusWords, type SyncStatus } from '#ui/feedback/sync-chip.tsx'
import { useStorageSilence } from '#storage/database/use-storage-silence.ts'
import { useNow } from '#ui/hooks/use-now.ts'

/**
 * What the chip says of the connection. What needs the agent comes first, then why work waits, then how much. Nothing is
 * called saved before what waits was counted.
 */
export function syncStatusOf(connection: Connection, nowMs: number): SyncStatus | undefined {
  const { state, waiting, heldPhotos, isCounted, needsYou, nextAttemptAt } = connection
  if (state === 'needs-login' || state === 'wrong-agent') return { state: 'needs-login', count: waiting }
  if (state === 'outdated') return { state, count: waiting }
  if (needsYou > 0) return { state: 'attention', count: needsYou }
  if (state === 'offline' || state === 'server-error') return { state, count: waiting }
  if (state === 'paused') {
    const retryInSeconds = nextAttemptAt === null ? undefined : (nextAttemptAt - nowMs) / 1000
    return { state: 'asked-to-wait', count: waiting, retryInSeconds }
  }
  if (waiting === 0) return isCounted ? { state: 'saved' } : undefined
  if (waiting === heldPhotos && state !== 'sending') return { state: 'photos-wait', count: waiting }
  return { state: state === 'sending' ? 'sending' : 'waiting', count: waiting }
}

/** What a screen reader announces when it changes: news, and never the counting down or each single record that left. */
export function spokenStatus(status: SyncStatus | undefined): string {
  if (status === undefined || status.state === 'waiting' || status.state === 'sending') return ''
  if (status.state === 'offline' || status.state === 'server-error') return syncStatusWords({ ...status, count: 0 })
  return syncStatusWords(status.state === 'asked-to-wait' ? { ...status, retryInSeconds: undefined } : status)
}

/** The chip's words; the seconds to the next attempt count down while they are shown. */
export function useSyncStatus(): SyncStatus | undefined {
  const connection = useConnection()
  const now = useNow(connection.state === 'paused' && connection.nextAttemptAt !== null)
  // Nothing can be called saved, or waiting, while the storage does not say what it has (fault A25).
  return useStorageSilence() ? undefined : syncStatusOf(connection, now)
}
