import { liveQuery } from './live-query.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * Calls back when the outbox got something to send: a new operation, or one that was put back in the queue, in this tab
 * or another. What the sender itself changes on the way is no news.
 */
export function onNewOperations(database: DeviceDatabase, listener: () => void): () => void {
  let known: { lastSeq: number; queued: number } | null = null
  const subscription = liveQuery(async () => ({
    lastSeq: Number((await database.outbox.orderBy(':id').lastKey()) ?? 0),
    queued: await database.outbox.where('state').equals('queued').count(),
  })).subscribe({
    next: (now) => {
      const isNews = known === null ? now.queued > 0 : now.lastSeq > known.lastSeq || now.queued > known.queued
      known = now
      if (isNews) listener()
    },
    // The data went away under this page; the device's own trouble signal says so (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}
