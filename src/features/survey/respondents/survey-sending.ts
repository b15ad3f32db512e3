import { pageHttpClient } from '#api/page-http-client.ts'
import { remoteServer } from '#api/http-client.ts'
import { wakeWorker } from '#api/wake-worker.ts'
import type { Loop } from '#core/sync/loop.ts'
import { createRespondentLoop } from '#core/sync/survey/send-respondents.ts'
import { setSurveyRound } from '#state/survey-round.ts'
import { onPageReturn } from '#storage/database/page-freeze.ts'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { markUnsentRespondents } from '#storage/survey/survey-marker.ts'
import { surveySendingTag, type SurveyStore } from '#storage/survey/survey-store.ts'
import { logSync } from '#storage/outbox/sync-log.ts'
import { systemClock } from '#storage/device/system-clock.ts'

export type SurveySending = {
  /** Call it after saving answers on the device; starts sending them. */
  notifyPending: () => void
  /** Resolves once everything has stopped. */
  stop: () => Promise<void>
}

let running: Promise<SurveySending> | null = null

/** Runs with or without a signed-in agent. Later calls return the running instance. */
export function startSurveySending(): Promise<SurveySending> {
  running ??= pageSurveyStore().then(begin)
  running.catch(() => (running = null))
  return running
}

function begin(store: SurveyStore): SurveySending {
  const loop = createRespondentLoop(
    {
      store,
      server: remoteServer(pageHttpClient()),
      senderLock: store.senderLock,
      clock: systemClock,
      random: Math.random,
      // The mark lets later pages send what is left, even without opening the survey.
      onLeft: (unsentRespondents) => markUnsentRespondents(unsentRespondents > 0),
      // Called after each attempt to send all waiting answers.
      onRound: (state) => setSurveyRound(state === 'offline' || state === 'paused' ? 'unreached' : 'ended'),
    },
    logSync,
  )
  const stopListening = whenWorthTrying(loop)
  loop.start()
  return {
    notifyPending: () => {
      markUnsentRespondents(true)
      setSurveyRound(null)
      wakeWorker(surveySendingTag).catch(() => {})
      loop.poke()
    },
    stop: async () => {
      running = null
      stopListening()
      await loop.stop()
    },
  }
}

/** Wakes the loop whenever the network may be back. Returns a function that stops this. */
function whenWorthTrying({ poke }: Loop): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') poke()
  }
  document.addEventListener('visibilitychange', whenVisible)
  addEventListener('online', poke)
  const stopListening = onPageReturn(poke)
  return () => {
    stopListening()
    document.removeEventListener('visibilitychange', whenVisible)
    removeEventListener('online', poke)
  }
}
