import { type Abort, createAbort } from './abort.ts'
import { backoffMs } from './retry.ts'
import { type RespondentOutcome, type RespondentPorts, sendRespondents } from './send-respondents.ts'

export type RespondentLoop = {
  start: () => void
  /** Resolves when nothing of it runs any more. */
  stop: () => Promise<void>
  /** A hint that there may be something to send. */
  poke: () => void
}

const lookAroundMs = 60_000
const otherSenderMs = 3_000
/** A frozen tab may hold the right to send for hours; what it was sending may safely be sent twice. */
const patienceWithOthersMs = 120_000

/** Runs `sendRespondents` one at a time, again when poked, and by itself when the next step is due. */
export function createRespondentLoop(
  ports: RespondentPorts,
  log: (event: string, facts?: Record<string, string | number>) => void,
): RespondentLoop {
  const { clock, random } = ports
  let stopping: Abort | null = null
  let ended: Promise<void> = Promise.resolve()
  let wake = createAbort()

  async function loop(stop: Abort): Promise<void> {
    let failures = 0
    let busySince: number | null = null
    while (!stop.signal.aborted) {
      wake = createAbort(stop.signal)
      const steal: boolean = busySince !== null && clock.now() - busySince > patienceWithOthersMs
      const outcome: RespondentOutcome | null = await sendRespondents(ports, { stop: stop.signal, steal }).catch(
        (error: unknown) => {
          log('survey.failed', { error: error instanceof Error ? error.name : 'unknown' })
          return null
        },
      )
      if (outcome !== null) ports.onRound?.(outcome.state)
      busySince = outcome?.state === 'busy' && !steal ? (busySince ?? clock.now()) : null
      failures = outcome === null || outcome.state === 'offline' ? failures + 1 : 0
      await clock.sleep(pauseMs(outcome, failures, clock.now(), random), wake.signal)
      wake.abort()
    }
  }

  return {
    start: () => {
      if (stopping !== null) return
      stopping = createAbort()
      ended = loop(stopping)
    },
    stop: async () => {
      stopping?.abort()
      stopping = null
      await ended
    },
    poke: () => wake.abort(),
  }
}

function pauseMs(outcome: RespondentOutcome | null, failures: number, now: number, random: () => number): number {
  if (outcome === null || outcome.state === 'offline')
    return Math.min(lookAroundMs, Math.max(1000, backoffMs(failures, random)))
  if (outcome.state === 'busy') return otherSenderMs
  if (outcome.nextAt === null) return lookAroundMs
  return Math.min(lookAroundMs, Math.max(250, outcome.nextAt - now))
}
