import { browserLink, onLinkChange } from '#api/browser-link.ts'
import { pageHttpClient, pageCredentials } from '#api/page-http-client.ts'
import { remoteServer } from '#api/http-client.ts'
import { wakeWorker } from '#api/wake-worker.ts'
import type { ExchangePorts } from '#core/sync/sync-once.ts'
import { pullVisits } from '#core/sync/plain/pull-visits.ts'
import { type SyncLoop, type SyncStatus, createSyncLoop } from '#core/sync/sync-loop.ts'
import { syncKioskSession } from '#sending/agree-on-kiosk.ts'
import { forgetConnection, useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { sessionEnded } from '#state/session.ts'
import { requireReload } from '#state/update.ts'
import { fetchVisitsWith } from '#state/visit-loads.ts'
import type { Device } from '#storage/device/device.ts'
import { sendingTag } from '#storage/database/device-name.ts'
import { textOfDrafts } from '#storage/drafts/drafts.ts'
import { liveQuery } from '#storage/reading/live-query.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { onPageReturn } from '#storage/database/page-freeze.ts'
import { senderLock } from '#storage/device/sender-lock.ts'
import { requestPersistence } from '#storage/device/storage-health.ts'
import { logSync } from '#storage/outbox/sync-log.ts'
import { storeUnsentCount, readUnsentCount } from '#storage/outbox/unsent-marker.ts'
import { workerCredentials } from '#storage/device/worker-credentials.ts'
import { showAppBadge } from '#storage/outbox/app-badge.ts'
import { watchCalls } from '#app/page/watch-calls.ts'
import { whenIdle } from '#app/page/when-idle.ts'
import type { ChangeEvents } from '#core/sync/pulling/change-events.ts'
import { formatCount } from '#core/format/numbers.ts'

export type RunningSync = {
  /** Resolves once the sync no longer uses the device or the server (fault D12). */
  stop: () => Promise<void>
  /** Syncs now, regardless of planned times, and resolves to the status afterwards. */
  syncNow: () => Promise<SyncStatus>
}

export type SyncCallbacks = {
  openOutbox: () => void
}

const cleanUpAfterMs = 60_000

/** Syncs the signed-in agent's device until it is stopped, and reports progress to `state/connection.ts`. */
export function startSync(device: Device, { openOutbox }: SyncCallbacks): RunningSync {
  const ports = portsOf(device)
  const loop = createSyncLoop(ports)
  const visitFetches = new AbortController()
  // On a plain server, screens fetch the showings and open houses that they show.
  fetchVisitsWith((wanted) => pullVisits(ports, wanted, visitFetches.signal))

  const { onlineOnly } = device
  if (onlineOnly === null) reportLostWork(device)
  const cleanups: (() => void)[] = [
    // Sets the loading flag and error of the clients, listings and tours, and reports server errors.
    watchCalls(),
    loop.subscribe((status) => {
      showStatus(status)
      // The server answered 401: the agent must sign in again. The data stays on the device.
      if (status.state === 'needs-login') sessionEnded(Date.now())
    }),
    device.marks.subscribe(() => {
      const { waiting: waitingCount, needsAgent: needsAgentCount, notOffered: localOnly } = device.marks.totals()
      // Another tab has sent operations, so the server can be reached, and this tab tries again.
      const hasSentElsewhere = waitingCount < useConnection.getState().waitingCount && hasFailed(loop.status())
      if (hasSentElsewhere) loop.poke()
      useConnection.setState({ waitingCount, needsAgentCount, isCounted: true })
      showAppBadge(waitingCount + needsAgentCount)
      // An online-only page may not see what an earlier page stored, so it must not overwrite that page's count.
      if (onlineOnly === null) storeUnsentCount(device.owner, waitingCount + needsAgentCount + localOnly)
    }),
    onNewWork(device.database, () => {
      storeCredentials()
      // Requests that the browser does not clear unsent work.
      void requestPersistence()
      // The service worker sends when there is a network, also after this page is closed.
      wakeWorker(sendingTag).catch(() => {})
      loop.poke()
    }),
    device.onStorageFailure((reason) => {
      useConnection.setState({ storageTrouble: reason })
      if (reason === 'newer-version') requireReload(() => location.reload())
      void loop.stop()
    }),
    notifyNewsLater(device, onlineOnly === null ? openOutbox : null),
    ...(onlineOnly === null ? [] : [confirmLeavingWithUnsent()]),
    ...pageTriggers(loop),
  ]

  /** Called again for each new operation, because the cookie may have changed since the page was opened. */
  function storeCredentials() {
    // If this fails, only the page sends.
    workerCredentials.keep({ agentId: device.owner, ...pageCredentials() }).catch(() => {})
  }

  const events = followEventsLater(device, () => loop.poke())
  // Files that a draft mentions are still needed.
  const cleanUp = async () => device.deleteUnneededFiles(await textOfDrafts())
  const cleanUpTimer = setTimeout(() => void cleanUp().catch(() => {}), cleanUpAfterMs)
  const syncNow = () => loop.syncNow()
  storeCredentials()
  useConnection.setState({ syncNow: () => void syncNow() })
  loop.start()

  return {
    syncNow,
    stop: async () => {
      clearTimeout(cleanUpTimer)
      fetchVisitsWith(null)
      visitFetches.abort()
      for (const end of cleanups) end()
      await Promise.all([loop.stop(), events.stop(), workerCredentials.forget().catch(() => {})])
      forgetConnection()
      showAppBadge(0)
    },
  }
}

function portsOf(device: Device): ExchangePorts {
  return {
    replica: device.syncReplica,
    server: remoteServer(pageHttpClient()),
    senderLock: senderLock(device),
    clock: device.clock,
    ids: device.ids,
    loadBatches: () => import('#core/sync/sending/send-batch.ts'),
    loadRecovery: () => import('#core/sync/pulling/recover-history.ts'),
    syncSessionScope: (knownScope) => syncKioskSession(pageHttpClient(), device.owner, knownScope),
    random: Math.random,
    connectionCost: browserLink,
    log: logSync,
  }
}

/** Calls `listener` when any tab adds an operation or puts one back in the queue. Changes that the sender makes while it sends do not count. */
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
    // The device's data was deleted while this page is open; `onStorageFailure` reports that (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}

function hasFailed({ state }: SyncStatus): boolean {
  return state === 'offline' || state === 'server-error'
}

/** The changes of an online-only page are only in memory: while some are unsent, the agent must confirm before the browser closes the page. */
function confirmLeavingWithUnsent(): () => void {
  const confirmLeaving = (event: BeforeUnloadEvent) => {
    const { waitingCount, needsAgentCount } = useConnection.getState()
    if (waitingCount + needsAgentCount > 0) event.preventDefault()
  }
  addEventListener('beforeunload', confirmLeaving)
  return () => removeEventListener('beforeunload', confirmLeaving)
}

/** Notifies the agent if the browser has deleted the database with unsent work: local storage still has its count (fault A12). */
function reportLostWork({ isNew, owner }: Device) {
  const lost = isNew ? readUnsentCount(owner) : 0
  if (lost === 0) return
  storeUnsentCount(owner, 0)
  notify({
    type: 'error',
    title: 'Unsent changes are gone',
    message: `This browser has cleared the app’s data. ${formatCount(lost, 'change')} had not reached the server.`,
    duration: 0,
  })
}

function showStatus({
  state,
  heldPhotos,
  nextAttemptAt,
  lastReachedAt,
  serverKind,
  isForeignAnswer,
  restarts,
}: SyncStatus) {
  useConnection.setState({ state, heldPhotos, nextAttemptAt, lastReachedAt, isForeignAnswer, restarts })
  // Until the server has answered, screens use the last known kind of server.
  if (serverKind !== null) useConnection.setState({ serverKind })
}

/** Pokes the loop at events after which a sync may succeed; it decides whether to sync (faults A17, B10, B14). Returns functions that stop this. */
function pageTriggers({ poke, onNetworkReturn }: SyncLoop): (() => void)[] {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') poke()
  }
  document.addEventListener('visibilitychange', whenVisible)
  addEventListener('online', onNetworkReturn)
  // The attempt fails at once, and the status shows why nothing arrives.
  addEventListener('offline', poke)
  return [
    onLinkChange(poke),
    onPageReturn(poke),
    () => document.removeEventListener('visibilitychange', whenVisible),
    () => removeEventListener('online', onNetworkReturn),
    () => removeEventListener('offline', poke),
  ]
}

/** Starts the notifications once the first screen has rendered. They also report what happened since this call. */
function notifyNewsLater(device: Device, openOutbox: (() => void) | null): () => void {
  const since = device.clock.now()
  let stop: (() => void) | null = () => {}
  const loading = whenIdle().then(() => import('./notify-news.ts'))
  loading.then(
    ({ notifyNews }) => {
      if (stop !== null) stop = notifyNews(device, { since, openOutbox })
    },
    (error: unknown) => console.warn('Notices about changes could not be loaded; the Outbox shows them.', error),
  )
  return () => {
    stop?.()
    stop = null
  }
}

/** Listens to the server's events once the first screen has rendered, because changes by other devices are not urgent. */
function followEventsLater(device: Device, onChanged: () => void): Pick<ChangeEvents, 'stop'> {
  let isStopped = false
  let following: Pick<ChangeEvents, 'stop'> | null = null
  void whenIdle()
    .then(() => (isStopped ? null : import('./follow-events.ts')))
    .then((loaded) => {
      if (loaded !== null && !isStopped) following = loaded.followEvents(device, onChanged)
    })
    // Without a network the code cannot be loaded, and this page receives no events. The next page tries again.
    .catch(() => {})
  return {
    stop: async () => {
      isStopped = true
      await following?.stop()
    },
  }
}
