import { httpClient } from '#api/http-client.ts'
import { remoteServer } from '#api/remote-server.ts'
import { isFinishing } from '#core/sync/survey/respondent.ts'
import { sendRespondents } from '#core/sync/survey/send-respondents.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { openSurveyStore, surveySendingTag } from '#storage/survey/survey-store.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { workerCredentials } from '#storage/device/worker-credentials.ts'
import { whenOnline } from './when-online.ts'

/** Makes the service worker send this device's survey answers when the network returns, even if no agent is signed in. */
export function sendSurveysInBackground(worker: ServiceWorkerGlobalScope): void {
  whenOnline(worker, surveySendingTag, send)
}

async function send(): Promise<void> {
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
