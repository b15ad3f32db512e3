import { browserLink } from '#api/browser-link.ts'
import { type HttpClient, httpClient, remoteServer } from '#api/http-client.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import type { SessionScope } from '#core/sync/sending/for-visitors.ts'
import { type SyncOutcome, syncOnce } from '#core/sync/sync-once.ts'
import { isFinishing } from '#core/sync/survey/respondent.ts'
import { sendRespondents } from '#core/sync/survey/send-respondents.ts'
import { syncKioskSession } from '#sending/agree-on-kiosk.ts'
import { showAppBadge } from '#storage/outbox/app-badge.ts'
import { sendingTag, thisServer } from '#storage/database/device-name.ts'
import type { Device } from '#storage/device/device.ts'
import { deviceWriter } from '#storage/device/device-writer.ts'
import { listingIndex } from '#storage/listings/listing-index.ts'
import { heldOnDevice } from '#storage/outbox/held-on-device.ts'
import { openDeviceWith } from '#storage/opening/open-device-with.ts'
import { hasDevice } from '#storage/opening/locate-devices.ts'
import { senderLock } from '#storage/device/sender-lock.ts'
import { logSync } from '#storage/outbox/sync-log.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { openSurveyStore, surveySendingTag } from '#storage/survey/survey-store.ts'
import { workerCredentials } from '#storage/device/worker-credentials.ts'
import { whenOnline } from './when-online.ts'

/**
 * Sends the outbox when the browser reports a network, even with every page closed. It uses the same code and lock as the page (fault B2).
 * Without credentials stored by the page, everything stays queued.
 */
export function sendInBackground(worker: ServiceWorkerGlobalScope): void {
  whenOnline(worker, sendingTag, () => sendOutbox(worker))
}

async function sendOutbox(worker: ServiceWorkerGlobalScope): Promise<void> {
  const credentials = await workerCredentials.read()
  // The agent may have signed out after the browser registered this sync.
  if (credentials === null || !(await hasDevice(credentials.agentId))) return
  const device = await openDeviceWith({
    agentId: credentials.agentId,
    loadWriter: async () => ({ deviceWriter }),
    loadIndex: async () => ({ listingIndex }),
    loadHeldOnDevice: async () => ({ heldOnDevice }),
  })
  try {
    const client = httpClient(thisServer(), () => credentials)
    let outcome = await exchange(device, client)
    const { nextAttemptAt } = outcome
    const untilNext = nextAttemptAt === null ? Infinity : nextAttemptAt - device.clock.now()
    // A deletion waits until *Undo* has ended. If the page is closed, there may be no later chance to send it.
    if (outcome.state === 'idle' && untilNext <= undoMs) {
      await device.clock.sleep(Math.max(0, untilNext))
      outcome = await exchange(device, client)
    }
    showAppBadge(outcome.waiting + outcome.needsAgent)
    if (outcome.state === 'outdated') await worker.registration.update()
    // After this error, the browser starts the worker again later.
    if (outcome.waiting > outcome.heldPhotos && isWorthRepeating(outcome))
      throw new Error('Some changes still wait for the server.')
  } finally {
    device.close()
  }
}

function exchange(device: Device, client: HttpClient): Promise<SyncOutcome> {
  const ports = {
    replica: device.replica,
    server: remoteServer(client),
    senderLock: senderLock(device),
    clock: device.clock,
    ids: device.ids,
    // A service worker cannot import code later, so these parts are in its bundle.
    loadBatches: async () => ({ sendBatch }),
    loadRecovery: async () => ({ recoverHistory }),
    syncSessionScope: (known: SessionScope) => syncKioskSession(client, device.owner, known),
    random: Math.random,
    connectionCost: browserLink,
    log: logSync,
  } satisfies Parameters<typeof syncOnce>[0]
  const neverAborts = new AbortController()
  return syncOnce(ports, {
    sender: device.ids.uuid(),
    isManual: false,
    isAfterOutage: false,
    stop: neverAborts.signal,
    onAttempt: () => {},
  })
}

/** False if another context sends, the agent must sign in, or a newer version is needed: waking the worker again would not help. */
function isWorthRepeating({ state }: SyncOutcome): boolean {
  return !['busy', 'needs-login', 'wrong-agent', 'outdated'].includes(state)
}

/** Makes the service worker send this device's survey answers when the network returns, even if no agent is signed in. */
export function sendSurveysInBackground(worker: ServiceWorkerGlobalScope): void {
  whenOnline(worker, surveySendingTag, sendSurveys)
}

async function sendSurveys(): Promise<void> {
  const credentials = (await workerCredentials.read().catch(() => null)) ?? { antiForgery: null, bearer: null }
  const store = await openSurveyStore()
  try {
    const neverAborted = new AbortController()
    const outcome = await sendRespondents(
      {
        store,
        server: remoteServer(httpClient(thisServer(), () => credentials)),
        senderLock: store.senderLock,
        clock: systemClock,
        random: Math.random,
      },
      { stop: neverAborted.signal, steal: false },
    )
    // Respondents who have submitted or left, with answers that the server does not have yet.
    const waiting = (await store.respondents()).filter(isFinishing).length
    // After an error, the browser starts the worker again later.
    if (waiting > 0 && outcome.state !== 'busy') throw new Error('Some surveys still wait for the server.')
  } finally {
    store.close()
  }
}
