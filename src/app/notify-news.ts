import type { Device } from '#storage/device/device.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { notify, dismissNotification, dismissSaved, useNotifications } from '#state/notifications.ts'
import { requeuedFact, type RequeueReport } from '#core/sync/pulling/requeue-lost.ts'
import { formatRequeued } from '#features/outbox/sent/requeued-labels.ts'
import { useKiosk } from '#state/kiosk.ts'
import { liveQuery } from '#storage/reading/live-query.ts'
import { describeOperation } from '#core/sync/records/describe-operation.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation, Refusal } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { type DeviceDatabase, mirrorTable } from '#storage/database/device-database.ts'
import type { TourRow } from '#storage/database/rows.ts'

type NewsOptions = {
  /** Epoch milliseconds; older refusals and requeued changes are not reported. */
  since: number
  /** Opens the Outbox screen. Null if this browser has no storage: forms then show refusals themselves. */
  openOutbox: (() => void) | null
}

/** Notifies the agent of refused changes, requeued changes and differing tour plans. Returns a function that stops notifying. */
export function notifyNews(device: Device, { since, openOutbox }: NewsOptions): () => void {
  const stops = [
    notifyPlanDifferences(device),
    ...(openOutbox === null
      ? []
      : [notifyRefusals(device, since, openOutbox), notifyRequeued(device, since, openOutbox)]),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function notifyPlanDifferences(device: Device): () => void {
  return onPlanDifferences(device.database, (tours) => {
    for (const tour of tours) {
      notify({
        title: `${tourTitle(tour.id)} was planned differently`,
        message: 'The server chose other stops or times than you were shown. The tour shows both.',
        duration: 10_000,
      })
    }
  })
}

/** Calls back once for each tour plan in which the server's stops differ from those that this device showed. */
function onPlanDifferences(database: DeviceDatabase, listener: (tours: TourRow[]) => void): () => void {
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

/** Notifies once, on any screen, that changes which the server lost are sent again (faults C19, J12); the Outbox has the list. */
function notifyRequeued({ database }: Device, since: number, openOutbox: () => void): () => void {
  let newest = since
  const subscription = liveQuery(() => database.facts.get(requeuedFact)).subscribe({
    next: (fact) => {
      const report = (fact?.value ?? null) as RequeueReport | null
      if (report === null || report.at <= newest) return
      newest = report.at
      if (useKiosk.getState().running !== null) return
      notify({
        ...formatRequeued(report, report.changes.length),
        duration: 10_000,
        action: { label: 'Open Outbox', run: openOutbox },
      })
    },
    // Another page deleted the database. The device reports that itself (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}

/** Notifies the agent, on any screen, of refusals (reading R4). Those with the same title share one notification, which shows their number. */
function notifyRefusals(device: Device, since: number, openOutbox: () => void): () => void {
  const newestByTitle = new Map<string, { id: string; count: number }>()

  function notifyRefusal({ operation, refusal, record, listing }: RefusedOperation) {
    dismissSaved(`${operation.entity} ${operation.key}`)
    const title = titleOf(operation, refusal)
    const before = newestByTitle.get(title)
    const isShown = before !== undefined && isOnScreen(before.id)
    if (isShown) dismissNotification(before.id)
    const count = isShown ? before.count + 1 : 1
    const { title: name } = describeOperation(operation, record, { listing })
    const id = notify({
      type: 'error',
      title,
      message: count === 1 ? `${name}: ${refusal.message}` : `${count} changes are kept in the Outbox.`,
      duration: 10_000,
      action: { label: 'Open Outbox', run: openOutbox },
    })
    newestByTitle.set(title, { id, count })
  }

  return onRefusedOperations(device.database, since, isKiosk, (refused) => {
    for (const one of refused) notifyRefusal(one)
  })
}

/** While a kiosk runs, refusals wait: a refused change may name an earlier visitor, whom a kiosk must not show. */
function isKiosk(): boolean {
  return useKiosk.getState().running !== null
}

function isOnScreen(id: string): boolean {
  return useNotifications.getState().notifications.some((notification) => notification.id === id)
}

function titleOf(
  { entity, kind, changes }: RefusedOperation['operation'],
  { code }: RefusedOperation['refusal'],
): string {
  if (code === 'parent_gone') return `Couldn’t send the new ${kinds[entity].nameOnScreen}`
  const isIntelligent = entity === 'tour' && kind === 'create' && changes['planning'] === 'best'
  return isIntelligent ? 'Failed to create intelligent tour.' : failureMessageOf(entity, kind)
}

type RefusedOperation = {
  operation: Operation
  refusal: Refusal
  /** The record as this device shows it; for a deletion, the last copy from the server. */
  record: Fields | undefined
  listing: Row | undefined
}

/** Reports refusals from any tab, but not what this device rejected itself. If `isPostponed` returns true, waits until the outbox changes again. */
function onRefusedOperations(
  database: DeviceDatabase,
  since: number,
  isPostponed: () => boolean,
  listener: (refused: RefusedOperation[]) => void,
): () => void {
  const reported = new Set<string>()
  const subscription = liveQuery(() =>
    isPostponed() ? watchRefused(database) : readRefused(database, since),
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

/** Reports nothing. Reads a count, only so that the live query runs again after the next change. */
async function watchRefused(database: DeviceDatabase): Promise<RefusedOperation[]> {
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
    // Without a status, this device rejected the operation. `unclear`: it is unknown whether the server saved it.
    if (refusal === null || refusal.at < since || refusal.status === null || refusal.code === 'unclear') continue
    const record =
      (await mirrorTable(database, entity).get(key)) ?? (await database.bases.get([entity, key]))?.record ?? undefined
    const listingKey = references['listing']?.key ?? record?.['listing_key']
    const listing = typeof listingKey === 'string' ? await mirrorTable(database, 'listing').get(listingKey) : undefined
    found.push({ operation, refusal, record, listing })
  }
  return found
}
