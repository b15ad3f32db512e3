import { useConnection, type Connection } from '#state/connection.ts'
import { formatSyncStatus, type SyncStatus } from '#ui/feedback/sync-chip.tsx'
import { useStorageSilence } from '#storage/database/use-storage-silence.ts'
import { useNow } from '#ui/hooks/use-now.ts'

/** Returns the sync chip's state, by priority: what the agent must do, why changes wait, how many wait. */
export function syncStatusOf(connection: Connection, nowMs: number): SyncStatus | undefined {
  const { state, waitingCount, heldPhotos, isCounted, needsAgentCount, nextAttemptAt } = connection
  if (state === 'needs-login' || state === 'wrong-agent') return { state: 'needs-login', count: waitingCount }
  if (state === 'outdated') return { state, count: waitingCount }
  if (needsAgentCount > 0) return { state: 'attention', count: needsAgentCount }
  if (state === 'offline' || state === 'server-error') return { state, count: waitingCount }
  if (state === 'paused') {
    const retryInSeconds = nextAttemptAt === null ? undefined : (nextAttemptAt - nowMs) / 1000
    return { state: 'asked-to-wait', count: waitingCount, retryInSeconds }
  }
  // Before the outbox has been counted, 0 does not mean that everything is saved.
  if (waitingCount === 0) return isCounted ? { state: 'saved' } : undefined
  if (waitingCount === heldPhotos && state !== 'sending') return { state: 'photos-wait', count: waitingCount }
  return { state: state === 'sending' ? 'sending' : 'waiting', count: waitingCount }
}

/** Returns the text for screen readers. It changes only with the state, not with the countdown or with each record sent. */
export function spokenStatus(status: SyncStatus | undefined): string {
  if (status === undefined || status.state === 'waiting' || status.state === 'sending') return ''
  if (status.state === 'offline' || status.state === 'server-error') return formatSyncStatus({ ...status, count: 0 })
  return formatSyncStatus(status.state === 'asked-to-wait' ? { ...status, retryInSeconds: undefined } : status)
}

export function useSyncStatus(): SyncStatus | undefined {
  const connection = useConnection()
  const now = useNow(connection.state === 'paused' && connection.nextAttemptAt !== null)
  // While storage does not answer, neither *saved* nor *waiting* would be true (fault A25).
  return useStorageSilence() ? undefined : syncStatusOf(connection, now)
}
