import { type Loop, createLoop, pauseAfterFailures, pauseUntil } from '#core/sync/loop.ts'
import type { SyncPorts } from '#core/sync/ports.ts'
import { type RespondentPorts, sendRespondents } from './send-respondents.ts'

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
