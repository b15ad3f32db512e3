import { liveQuery } from '#storage/reading/live-query.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation, Refusal } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { type DeviceDatabase, mirrorTable } from '#storage/database/device-database.ts'
import type { TourRow } from '#storage/database/rows.ts'

export type RefusedOperation = {
  operation: Operation
  refusal: Refusal
  /** The record as this device shows it; for a deletion, the last copy from the server. */
  record: Fields | undefined
  listing: Row | undefined
}

/**
 * Calls back once for each operation that the server has refused since `since`, whichever tab sent it. Operations that this device
 * rejected itself, and unclear answers, do not count. If `isPostponed` returns true, nothing is reported until the outbox changes again.
 */
export function onRefusedOperations(
  database: DeviceDatabase,
  since: number,
  isPostponed: () => boolean,
  listener: (refused: RefusedOperation[]) => void,
): () => void {
  const reported = new Set<string>()
  const subscription = liveQuery(() =>
    isPostponed() ? watchUnread(database) : readRefused(database, since),
  ).subscribe({
    next: (all) => {
      const news = all.filter(({ operation }) => !reported.has(revisionKeyOf(operation)))
      for (const { operation } of news) reported.add(revisionKeyOf(operation))
      if (news.length > 0) listener(news)
    },
    // The data was deleted under this page, which the device reports itself (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}

/** Reads only a count, so that the live query runs again after the next change. */
async function watchUnread(database: DeviceDatabase): Promise<RefusedOperation[]> {
  await database.outbox.where('state').equals('attention').count()
  return []
}

/** Each revision of an operation is reported once: a corrected one can be refused again. */
function revisionKeyOf({ opId, revision }: Operation): string {
  return `${opId}:${revision}`
}

async function readRefused(database: DeviceDatabase, since: number): Promise<RefusedOperation[]> {
  const rejected = await database.outbox.where('state').equals('attention').toArray()
  const found: RefusedOperation[] = []
  for (const operation of rejected) {
    const { refusal, entity, key, references } = operation
    if (refusal === null || refusal.at < since || refusal.status === null || refusal.code === 'unclear') continue
    const record =
      (await mirrorTable(database, entity).get(key)) ?? (await database.bases.get([entity, key]))?.record ?? undefined
    const listingKey = references['listing']?.key ?? record?.['listing_key']
    const listing = typeof listingKey === 'string' ? await mirrorTable(database, 'listing').get(listingKey) : undefined
    found.push({ operation, refusal, record, listing })
  }
  return found
}

/** Calls back once for each tour plan in which the server's stops differ from those that this device showed. */
export function onPlanDifferences(database: DeviceDatabase, listener: (tours: TourRow[]) => void): () => void {
  let reported: Set<string> | null = null
  const planKeyOf = ({ key, stops_shown_here }: TourRow) => `${key} ${JSON.stringify(stops_shown_here)}`
  const subscription = liveQuery(() =>
    database.tours.filter(({ stops_shown_here }) => !!stops_shown_here).toArray(),
  ).subscribe({
    next: (tours) => {
      // The differences that are already stored at the start were reported by an earlier page.
      const news = reported === null ? [] : tours.filter((tour) => reported?.has(planKeyOf(tour)) !== true)
      reported = new Set(tours.map(planKeyOf))
      if (news.length > 0) listener(news)
    },
    // The data was deleted under this page, which the device reports itself (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}

/**
 * Calls back when there is something new to send, from any tab: a new operation, or one that was put back in the queue. Changes that
 * the sender makes while it sends do not count.
 */
export function onNewWork(database: DeviceDatabase, listener: () => void): () => void {
  let known = { lastSeq: Infinity, queued: 0 }
  const subscription = liveQuery(async () => {
    const [lastSeq, queued] = await Promise.all([
      database.outbox.orderBy(':id').lastKey(),
      database.outbox.where('state').equals('queued').count(),
    ])
    return { lastSeq: Number(lastSeq ?? 0), queued }
  }).subscribe({
    next: (now) => {
      const isNews = now.lastSeq > known.lastSeq || now.queued > known.queued
      known = now
      if (isNews) listener()
    },
    // The data was deleted under this page, which the device reports itself (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}
