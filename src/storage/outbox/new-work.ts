import { liveQuery } from '#storage/reading/live-query.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { countFigures } from '#storage/exposure/unsent-figures.ts'

/**
 * Calls back when there is something to send: a new operation, one that was put back in the queue, or exposure figures, in
 * this tab or another. What the sender itself changes on the way is no news.
 */
export function onNewWork(database: DeviceDatabase, listener: () => void): () => void {
  let known = { lastSeq: Infinity, queued: 0, figures: 0 }
  const subscription = liveQuery(async () => {
    const [lastSeq, queued, figures] = await Promise.all([
      database.outbox.orderBy(':id').lastKey(),
      database.outbox.where('state').equals('queued').count(),
      countFigures(database),
    ])
    return { lastSeq: Number(lastSeq ?? 0), queued, figures: figures.waiting }
  }).subscribe({
    next: (now) => {
      const isNews = now.lastSeq > known.lastSeq || now.queued > known.queued || now.figures > known.figures
      known = now
      if (isNews) listener()
    },
    // The data went away under this page; the device's own trouble signal says so (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}
