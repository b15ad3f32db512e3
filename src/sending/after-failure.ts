import type { Failure } from '#core/sync/requests/answers.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { nextAttemptAt } from '#core/sync/requests/retry.ts'
import { maxFirewallPages } from '#core/sync/sending/apply-result.ts'
import type { FiguresPart } from '#storage/exposure/unsent-figures.ts'

/** Figures after a request that failed while the server could be reached: tried again later, or the agent's to decide. */
export function afterFailure(
  part: FiguresPart,
  failure: Failure,
  { now, random }: { now: number; random: () => number },
): FiguresPart {
  const attempts = part.attempts + 1
  const later = { ...part, attempts, nextAt: nextAttemptAt({ failures: attempts, now }, random) }
  switch (failure.kind) {
    case 'in-progress':
      return { ...part, nextAt: failure.until }
    case 'unknown': {
      if (failure.why !== 'page') return { ...later, foreignAnswers: 0 }
      const foreignAnswers = part.foreignAnswers + 1
      if (foreignAnswers < maxFirewallPages) return { ...later, foreignAnswers }
      return { ...part, problem: 'Something on the network, such as a firewall, blocks these figures.' }
    }
    case 'anti-forgery':
      return failure.refusal.code === 'csrf_failed' ? later : refused(part, failure.refusal)
    case 'refused':
      if (failure.refusal.code !== 'key_reused') return refused(part, failure.refusal)
      // The server has other figures under this key: a copy of this device sent them.
      return { ...later, revision: part.revision + 1 }
    case 'gone':
    case 'clash':
    case 'wrong-method':
      return refused(part, failure.refusal)
    default:
      return later
  }
}

function refused(part: FiguresPart, { status, message }: Refusal): FiguresPart {
  const problem = status === 404 ? 'The server doesn’t have this listing, or doesn’t store exposure figures.' : message
  const state = part.state === 'sent' ? 'sent' : 'waiting'
  return { ...part, state, problem, revision: part.revision + 1 }
}
