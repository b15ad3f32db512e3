import { createAbort } from '#core/sync/abort.ts'
import { type Verdict, isUnanswered, judge } from '#core/sync/requests/answers.ts'
import type { AbortSignalLike, Clock, RemoteServer, SenderLock, Request, SyncPorts } from '#core/sync/ports.ts'
import { isDone, type Respondent, type RespondentContent, nextRespondentStep, stepAt } from './respondent.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { isConnectionProved } from '#core/sync/sending/server-kind.ts'
import { sendWrite, postRequest } from '#core/sync/requests/requests.ts'
import { isDue, nextAttemptAt } from '#core/sync/requests/retry.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Fields } from '#core/contract/json.ts'
import { createLoop, type Loop, pauseAfterFailures, pauseUntil } from '#core/sync/loop.ts'

/** Where the device keeps its respondents. Every change is durable when it resolves. */
export type RespondentStore = {
  /** All of them, without their answers; the oldest first. */
  respondents: () => Promise<Respondent[]>
  respondent: (key: string) => Promise<Respondent | undefined>
  /** One with its answers, read together; only for sending them. */
  whole: (key: string) => Promise<{ respondent: Respondent; content: RespondentContent } | undefined>
  /** Reads, changes and writes as one; null removes the respondent and all answers. Nothing happens to one who is gone. */
  change: (key: string, work: (respondent: Respondent) => Respondent | null) => Promise<void>
  /** Until when the server has asked to be left alone; 0 when it never has. */
  pausedUntil: () => Promise<number>
  pauseUntil: (until: number) => Promise<void>
}

type RespondentPorts = {
  store: RespondentStore
  server: RemoteServer
  senderLock: SenderLock
  clock: Clock
  random: () => number
  /** Told after each round: how many respondents the server still lacks something of. */
  onLeft?: (respondents: number) => void
  /** Told after each round how it ended. */
  onRound?: (state: RespondentOutcome['state']) => void
}

type RespondentOutcome = {
  state: 'done' | 'busy' | 'offline' | 'paused' | 'stopped'
  /** When there is something to do again; null when nothing is owed. */
  nextAt: number | null
}

/**
 * Sends what is owed to the server, one respondent after the other, while this context holds the right to. A session is
 * started before its first save; the answers of a finished respondent are deleted when the server has confirmed them.
 */
export async function sendRespondents(
  ports: RespondentPorts,
  { stop, steal }: { stop: AbortSignalLike; steal: boolean },
): Promise<RespondentOutcome> {
  const { store, senderLock, clock } = ports
  let state: RespondentOutcome['state'] = 'done'
  let pausedUntil = 0
  const asked = await store.pausedUntil()
  const held = await senderLock.hold(
    async (lost) => {
      // 429 and 503 pause the whole server, whichever page or visitor has something to send meanwhile.
      if (!isDue(asked, clock.now())) {
        state = 'paused'
        pausedUntil = asked
        return
      }
      const ended = createAbort(stop, lost)
      const respondents = await store.respondents()
      // Whatever stops one again and again, those who failed less often come before it.
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
  if (held === 'busy') return { state: 'busy', nextAt: null }
  const left = await store.respondents()
  const steps = left.map((respondent) => stepAt(respondent, clock.now())).filter((at) => at !== Infinity)
  ports.onLeft?.(steps.length)
  const next = Math.min(...steps)
  return { state, nextAt: next === Infinity ? null : Math.max(next, pausedUntil) }
}

type RespondentResult = 'go-on' | { state: 'offline' | 'paused' | 'stopped'; until: number }

/** Takes every step that is due for one respondent. */
async function sendOne(ports: RespondentPorts, key: string, stop: AbortSignalLike): Promise<RespondentResult> {
  const { store, clock } = ports
  for (;;) {
    if (stop.aborted) return { state: 'stopped', until: 0 }
    // Read again before each step: the person may have gone on, and others may have sent it meanwhile.
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

/** On a plain server, whose 409 has no code, a final save that may have arrived is noted before it leaves. */
async function readySave(store: RespondentStore, key: string) {
  const whole = await store.whole(key)
  if (whole === undefined) return null
  const { respondent, content } = whole
  if (respondent.version === null && respondent.state === 'finished' && respondent.isSubmitTried !== true)
    await store.change(key, (now) => ({ ...now, isSubmitTried: true }))
  return { respondent, request: submitRequest(respondent, content) }
}

/** Our server names the version that it began, and the session that it saved. Any other success is not its answer. */
function proved({ version, sessionId, state }: Respondent, step: 'start' | 'save', verdict: Verdict): Verdict {
  if (verdict.kind !== 'success') return verdict
  const said = verdict.record
  const isStarted = ['string', 'number'].includes(typeof said?.['session_id'])
  const isSaved = said?.['session_id'] === sessionId && said?.['is_completed'] === (state === 'finished')
  const isAnswer =
    step === 'start' ? isStarted && (version === null || said?.['version'] === version) : version === null || isSaved
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
      // A respondent who went on meanwhile was not refused: what they have now was never sent.
      isOvertaken = refusal !== null && respondent.revision !== sent.revision
      return isOvertaken ? respondent : failed(respondent, refusal, now, random)
    })
    return isOvertaken ? 'again' : 'go-on'
  }
  // Where the server still answers, something stops this one only (fault C26).
  if (isUnanswered(verdict))
    return (await isConnectionProved({ ports: { server }, stop })) ? fail(null) : { state: 'offline', until: 0 }
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
        // Whatever this device holds is the truth of this respondent, so it is sent as a later save.
        const later = ({ revision }: Respondent) => ({ revision: revision + 1, askedRevision: revision + 1 })
        await store.change(key, (one) => ({ ...failed(one, null, now, random), ...later(one) }))
        return 'go-on'
      }
      // What was completed never changes again, so nothing that is left here can still be sent.
      if (step === 'start' || !isCompletedBefore(sent, verdict.refusal)) return fail(verdict.refusal)
      await store.change(key, () => null)
      return 'go-on'
    case 'gone':
      // The server knows no such session.
      if (step === 'start') return fail(null)
      // A server restored from a backup: the session begins anew, and everything is sent again.
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
      // It may be this one that the server cannot take; the next run begins with others.
      if (verdict.mayHaveArrived) await fail(null)
      return { state: 'paused', until: verdict.until }
    case 'in-progress':
      await store.change(key, (respondent) => ({ ...respondent, nextAt: verdict.until }))
      return 'go-on'
    default:
      // A 401 too: the survey needs no sign-in, so something between device and server answered.
      return fail(null)
  }
}

/** A 409 by itself proves nothing: a gateway may say "busy" with it. */
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

/** Begins a session. Repeated under its key it answers the same session; a plain server makes another one. */
function startRequest(respondent: Respondent): Request {
  const { key, version, restarts, startedAt } = respondent
  const startedOn = dateOfInstant(startedAt)
  return surveyRequest(
    'questionnaire/start/',
    version === null ? {} : { client_key: key, version, started_on: startedOn },
    // Another day is another request, and of one `client_key` there is one session.
    version === null ? null : `${key}:start:${restarts}:${startedOn}`,
  )
}

/** All answers so far: the last one wins, so that sending it again changes nothing. */
function submitRequest(respondent: Respondent, { responses, email }: RespondentContent): Request {
  const { key, version, revision, sessionId, state, place, activeMs } = respondent
  const submitted = { session_id: sessionId, responses, email, is_completed: state === 'finished' }
  return surveyRequest(
    'questionnaire/submit/',
    // The revision lets the server pass over a save that was overtaken on its way.
    version === null
      ? submitted
      : { ...submitted, revision, section: place.section, seconds_taken: Math.round(activeMs / 1000) },
    version === null ? null : `${key}:${revision}`,
  )
}

function surveyRequest(path: string, fields: Fields, key: string | null): Request {
  return postRequest(path, fields, key === null ? {} : { [headerNames.idempotencyKey]: key })
}

/** A frozen tab may hold the right to send for hours; what it was sending may safely be sent twice. */
const patienceWithOthersMs = 120_000
const longestPauseMs = 60_000

/** Runs `sendRespondents` one at a time, again when poked, and by itself when the next step is due. */
export function createRespondentLoop(ports: RespondentPorts, log: SyncPorts['log']): Loop {
  const { clock, random } = ports
  let failures = 0
  let busySince: number | null = null
  return createLoop(clock, async (stop) => {
    const steal = busySince !== null && clock.now() - busySince > patienceWithOthersMs
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
