import { createAbort } from '#core/sync/abort.ts'
import { type Verdict, isUnanswered, judge } from '#core/sync/requests/answers.ts'
import type { AbortSignalLike, Clock, RemoteServer, SenderLock, Request, SyncPorts } from '#core/sync/ports.ts'
import { isDone, type Respondent, type RespondentContent, nextRespondentStep, stepAt } from './respondent.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { isServerReached } from '#core/sync/sending/which-server.ts'
import { sendWrite, postRequest } from '#core/sync/sending/sending-context.ts'
import { isDue, nextAttemptAt } from '#core/sync/requests/retry.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Fields } from '#core/contract/json.ts'
import { createLoop, type Loop, pauseAfterFailures, pauseUntil } from '#core/sync/loop.ts'

/** The survey respondents on this device. A change is durable when its promise resolves. */
export type RespondentStore = {
  /** Returns all respondents, oldest first, without their answers. */
  respondents: () => Promise<Respondent[]>
  respondent: (key: string) => Promise<Respondent | undefined>
  /** Returns a respondent with the answers, read in one transaction; only for sending. */
  respondentWithAnswers: (key: string) => Promise<{ respondent: Respondent; content: RespondentContent } | undefined>
  /** Changes a respondent in one transaction. If `work` returns null, deletes it with all answers. Does nothing if there is none. */
  change: (key: string, work: (respondent: Respondent) => Respondent | null) => Promise<void>
  /** When the server's pause ends; 0 if there is none. */
  pausedUntil: () => Promise<number>
  pauseUntil: (until: number) => Promise<void>
}

type RespondentPorts = {
  store: RespondentStore
  server: RemoteServer
  senderLock: SenderLock
  clock: Clock
  random: () => number
  /** Called after each round with the number of respondents whose answers are not all on the server yet. */
  onLeft?: (respondents: number) => void
  onRound?: (state: RespondentOutcome['state']) => void
}

type RespondentOutcome = {
  state: 'done' | 'busy' | 'offline' | 'paused' | 'stopped'
  /** When the next step is due; null if there is none. */
  nextAt: number | null
}

/** Sends what the server lacks, one respondent after another, under the sender lock. Deletes finished respondents once they are confirmed. */
export async function sendRespondents(
  ports: RespondentPorts,
  { stop, steal }: { stop: AbortSignalLike; steal: boolean },
): Promise<RespondentOutcome> {
  const { store, senderLock, clock } = ports
  let state: RespondentOutcome['state'] = 'done'
  let pausedUntil = 0
  const serverPause = await store.pausedUntil()
  const outcome = await senderLock.hold(
    async (lost) => {
      // After a 429 or 503, nothing is sent to the server for any respondent until the pause ends.
      if (!isDue(serverPause, clock.now())) {
        state = 'paused'
        pausedUntil = serverPause
        return
      }
      const ended = createAbort(stop, lost)
      const respondents = await store.respondents()
      // A respondent that always fails must not stop the others, so those with fewer failures come first.
      for (const { key } of respondents.toSorted((one, other) => one.failures - other.failures)) {
        const result = await sendOne(ports, key, ended.signal)
        if (result === 'go-on') continue
        state = result.state
        pausedUntil = result.until
        break
      }
      ended.abort()
    },
    { steal },
  )
  if (outcome === 'busy') return { state: 'busy', nextAt: null }
  const remaining = await store.respondents()
  const steps = remaining.map((respondent) => stepAt(respondent, clock.now())).filter((at) => at !== Infinity)
  ports.onLeft?.(steps.length)
  const next = Math.min(...steps)
  return { state, nextAt: next === Infinity ? null : Math.max(next, pausedUntil) }
}

type RespondentResult = 'go-on' | { state: 'offline' | 'paused' | 'stopped'; until: number }

async function sendOne(ports: RespondentPorts, key: string, stop: AbortSignalLike): Promise<RespondentResult> {
  const { store, clock } = ports
  for (;;) {
    if (stop.aborted) return { state: 'stopped', until: 0 }
    // Read again before each step: the person may have continued, and another tab or worker may have sent the answers.
    const respondent = await store.respondent(key)
    if (respondent === undefined) return 'go-on'
    if (isDone(respondent)) {
      await store.change(key, (now) => (isDone(now) ? null : now))
      return 'go-on'
    }
    const step = nextRespondentStep(respondent, clock.now())
    if (step === null) return 'go-on'
    const sent = step === 'start' ? { respondent, request: startRequest(respondent) } : await readySave(store, key)
    if (sent === null) return 'go-on'
    const verdict = proved(sent.respondent, step, judge(await sendWrite(ports, sent.request, stop), ports))
    if (verdict.kind === 'paused') await store.pauseUntil(verdict.until)
    const result = await settle(ports, sent.respondent, step, verdict, stop)
    if (result !== 'again') return result
  }
}

/** Before a final save to a plain server, notes the try: a 409 there has no code, so only the note shows that the save may have arrived. */
async function readySave(store: RespondentStore, key: string) {
  const stored = await store.respondentWithAnswers(key)
  if (stored === undefined) return null
  const { respondent, content } = stored
  if (respondent.version === null && respondent.state === 'finished' && respondent.isSubmitTried !== true)
    await store.change(key, (now) => ({ ...now, isSubmitTried: true }))
  return { respondent, request: submitRequest(respondent, content) }
}

/**
 * Returns `unknown` for a success that does not come from the server, such as a captive portal's page. Our server returns the version that it
 * started or the session that it saved; a plain server need only return the id of the session that it started.
 */
function proved({ version, sessionId, state }: Respondent, step: 'start' | 'save', verdict: Verdict): Verdict {
  if (verdict.kind !== 'success') return verdict
  const { record } = verdict
  const isStarted = ['string', 'number'].includes(typeof record?.['session_id'])
  const isSaved = record?.['session_id'] === sessionId && record?.['is_completed'] === (state === 'finished')
  const isAnswer =
    step === 'start' ? isStarted && (version === null || record?.['version'] === version) : version === null || isSaved
  return isAnswer ? verdict : { kind: 'unknown', status: 200, why: 'wrong-shape' }
}

async function settle(
  { store, server, clock, random }: RespondentPorts,
  sent: Respondent,
  step: 'start' | 'save',
  verdict: Verdict,
  stop: AbortSignalLike,
): Promise<RespondentResult | 'again'> {
  const { key } = sent
  const now = clock.now()
  const fail = async (refusal: Respondent['refusal']): Promise<RespondentResult | 'again'> => {
    let isOvertaken = false
    await store.change(key, (respondent) => {
      // The respondent has continued; the newer answers were not refused.
      isOvertaken = refusal !== null && respondent.revision !== sent.revision
      return isOvertaken ? respondent : failed(respondent, refusal, now, random)
    })
    return isOvertaken ? 'again' : 'go-on'
  }
  // If the server still answers, something stops only this respondent (fault C26).
  if (isUnanswered(verdict))
    return (await isServerReached({ ports: { server }, stop })) ? fail(null) : { state: 'offline', until: 0 }
  switch (verdict.kind) {
    case 'success': {
      const sessionId = verdict.record?.['session_id'] as string | number
      await store.change(key, (respondent) =>
        step === 'save' ? withSaved(respondent, sent.revision, now) : { ...respondent, ...settled, sessionId },
      )
      return 'again'
    }
    case 'clash':
      if (verdict.refusal.code === 'save_is_old') {
        // This device has the newest answers. They are sent as a later save, without a wait for the next answer (`askedRevision`).
        const later = ({ revision }: Respondent) => ({ revision: revision + 1, askedRevision: revision + 1 })
        await store.change(key, (one) => ({ ...failed(one, null, now, random), ...later(one) }))
        return 'go-on'
      }
      if (step === 'start' || !isCompletedBefore(sent, verdict.refusal)) return fail(verdict.refusal)
      // A completed session never changes again, so nothing that is left here can be sent.
      await store.change(key, () => null)
      return 'go-on'
    case 'gone':
      if (step === 'start') return fail(null)
      // A restored server has lost the session: start another one and send everything again.
      await store.change(key, (respondent) => ({
        ...failed(respondent, null, now, random),
        sessionId: null,
        restarts: respondent.restarts + 1,
        sentRevision: 0,
        askedRevision: respondent.revision,
      }))
      return 'go-on'
    case 'refused':
    case 'wrong-method':
      return fail(verdict.refusal)
    case 'paused':
      // This respondent may be the cause, so the next round begins with others.
      if (verdict.mayHaveArrived) await fail(null)
      return { state: 'paused', until: verdict.until }
    case 'in-progress':
      await store.change(key, (respondent) => ({ ...respondent, nextAt: verdict.until }))
      return 'go-on'
    default:
      // Also a 401: the survey needs no sign-in, so the answer is not the server's.
      return fail(null)
  }
}

/** Whether the session was completed before. The 409 alone does not prove it: a gateway also sends 409, for "busy". */
function isCompletedBefore({ version, isSubmitTried }: Respondent, { code }: Refusal): boolean {
  return version === null ? isSubmitTried === true : code === 'survey_completed'
}

const settled = { failures: 0, nextAt: 0, refusal: null }

function withSaved(respondent: Respondent, revision: number, now: number): Respondent | null {
  const saved = { ...respondent, ...settled, sentRevision: Math.max(respondent.sentRevision, revision), sentAt: now }
  return isDone(saved) ? null : saved
}

function failed(respondent: Respondent, refusal: Respondent['refusal'], now: number, random: () => number): Respondent {
  const failures = respondent.failures + 1
  return { ...respondent, failures, refusal, nextAt: nextAttemptAt({ failures, now }, random) }
}

/** Starts a session. Our server answers a repeated key with the same session; a plain server starts another one. */
function startRequest(respondent: Respondent): Request {
  const { key, version, restarts, startedAt } = respondent
  const startedOn = dateOfInstant(startedAt)
  return surveyRequest(
    'questionnaire/start/',
    version === null ? {} : { client_key: key, version, started_on: startedOn },
    // The date depends on the device's time zone, which may change between attempts, and a key must not be used again with another body.
    // The server still starts only one session per `client_key`.
    version === null ? null : `${key}:start:${restarts}:${startedOn}`,
  )
}

/** Sends all answers so far. The last save wins, so a repeat changes nothing. */
function submitRequest(respondent: Respondent, { responses, email }: RespondentContent): Request {
  const { key, version, revision, sessionId, state, place, activeMs } = respondent
  const submitted = { session_id: sessionId, responses, email, is_completed: state === 'finished' }
  return surveyRequest(
    'questionnaire/submit/',
    // The server skips a save that arrives after a newer one.
    version === null
      ? submitted
      : { ...submitted, revision, section: place.section, seconds_taken: Math.round(activeMs / 1000) },
    version === null ? null : `${key}:${revision}`,
  )
}

function surveyRequest(path: string, fields: Fields, key: string | null): Request {
  return postRequest(path, fields, key === null ? {} : { [headerNames.idempotencyKey]: key })
}

/** After waiting this long, the loop steals the lock, which a frozen tab may hold for hours. Sending twice is safe. */
const stealAfterMs = 120_000
const longestPauseMs = 60_000

export function createRespondentLoop(ports: RespondentPorts, log: SyncPorts['log']): Loop {
  const { clock, random } = ports
  let failures = 0
  let busySince: number | null = null
  return createLoop(clock, async (stop) => {
    const steal = busySince !== null && clock.now() - busySince > stealAfterMs
    const outcome = await sendRespondents(ports, { stop, steal }).catch((error: unknown) => {
      log('survey.failed', { error: error instanceof Error ? error.name : 'unknown' })
      return null
    })
    if (outcome !== null) ports.onRound?.(outcome.state)
    busySince = outcome?.state === 'busy' && !steal ? (busySince ?? clock.now()) : null
    if (outcome === null || outcome.state === 'offline') {
      failures += 1
      return Math.min(longestPauseMs, pauseAfterFailures(failures, random))
    }
    failures = 0
    return pauseUntil(outcome.state === 'busy' ? 'busy' : outcome.nextAt, clock.now())
  })
}
