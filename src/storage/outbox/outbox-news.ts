import { liveQuery } from '#storage/reading/live-query.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation, Refusal } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { type DeviceDatabase, mirrorTable } from '#storage/database/device-database.ts'
import type { TourRow } from '#storage/database/rows.ts'

export type RefusedOperation = {
  operation: Operation
  refusal: Refusal
  /** As this device has it; for a deletion, as it was. */
  record: Fields | undefined
  listing: Row | undefined
}

/**
 * Calls back once for each refusal by the server since `since`, in this tab or another, but not for this device's own findings or unclear
 * answers. While `isPutOff`, it reads nothing and reports after the next change of the outbox.
 */
export function onRefusedOperations(
  database: DeviceDatabase,
  since: number,
  isPutOff: () => boolean,
  listener: (refused: RefusedOperation[]) => void,
): () => void {
  const told = new Set<string>()
  const subscription = liveQuery(() => (isPutOff() ? leaveUnread(database) : readRefused(database, since))).subscribe({
    next: (all) => {
      const news = all.filter(({ operation }) => !told.has(nameOf(operation)))
      for (const { operation } of news) told.add(nameOf(operation))
      if (news.length > 0) listener(news)
    },
    // The data was deleted under this page, which the device reports itself (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}

/** Returns nothing, but is called again after the next change. */
async function leaveUnread(database: DeviceDatabase): Promise<RefusedOperation[]> {
  await database.outbox.where('state').equals('attention').count()
  return []
}

/** Each revision is refused once. A retry is a new request. */
function nameOf({ opId, revision }: Operation): string {
  return `${opId}:${revision}`
}

async function readRefused(database: DeviceDatabase, since: number): Promise<RefusedOperation[]> {
  const stuck = await database.outbox.where('state').equals('attention').toArray()
  const found: RefusedOperation[] = []
  for (const operation of stuck) {
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

/** Calls back once for each plan of a tour in which the server differs from what this device showed. */
export function onPlanDifferences(database: DeviceDatabase, listener: (tours: TourRow[]) => void): () => void {
  let told: Set<string> | null = null
  const nameOf = ({ key, stops_shown_here }: TourRow) => `${key} ${JSON.stringify(stops_shown_here)}`
  const subscription = liveQuery(() =>
    database.tours.filter(({ stops_shown_here }) => !!stops_shown_here).toArray(),
  ).subscribe({
    next: (tours) => {
      // An earlier page has reported what is stored on the tour.
      const news = told === null ? [] : tours.filter((tour) => told?.has(nameOf(tour)) !== true)
      told = new Set(tours.map(nameOf))
      if (news.length > 0) listener(news)
    },
    // The data was deleted under this page, which the device reports itself (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}

/**
 * Calls back when there is something to send: a new operation, or one that was put back in the queue, in this tab or
 * another. What the sender itself changes on the way is no news.
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
