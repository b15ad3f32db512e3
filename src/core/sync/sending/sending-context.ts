import { headerNames } from '#core/contract/sync-protocol.ts'
import { type Failure, judge } from '#core/sync/requests/answers.ts'
import type { ServerCapabilities } from '#core/sync/requests/server-capabilities.ts'
import type { HoldPolicy } from './hold-policy.ts'
import type { AbortSignalLike, Answer, SyncPorts, RemoteServer } from '#core/sync/ports.ts'
import { getRequest } from '#core/sync/requests/requests.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'

/** What all sending code needs while this tab or worker holds the sender lock. */
export type SendingContext = {
  ports: SyncPorts
  capabilities: ServerCapabilities
  holds: HoldPolicy
  /** Name of this sender, noted in its attempts. */
  sender: string
  /** Aborts when the lock is lost or the loop stops. */
  stop: AbortSignalLike
  /** Called before each request, to show the state *Sending*. */
  onAttempt: () => void
}

/**
 * What the sender does next:
 *
 * - `go-on`: sends the next operation
 * - `connection-uncertain`: proves the connection first, because the last answer cannot be trusted
 * - `history-changed`: ends the push, because the server was restored and recovery comes first
 * - the others end all sending
 */
export type SendResult =
  | 'go-on'
  | 'connection-uncertain'
  | 'history-changed'
  | 'paused'
  | 'needs-login'
  | 'wrong-agent'
  | 'stopped'

/** What reads need; they may run while another tab or worker sends. */
export type ReadingContext = {
  ports: Pick<SyncPorts, 'replica' | 'server' | 'clock' | 'ids' | 'random' | 'log'>
  capabilities: ServerCapabilities
  stop: AbortSignalLike
}

/** Reads as this device's agent: the server refuses another agent's session, so no other records are stored here (fault D7). */
export function readAsAgent({ ports, capabilities, stop }: ReadingContext, path: string): Promise<Answer> {
  const headers = capabilities.agentHeader ? { [headerNames.agent]: ports.replica.owner } : {}
  return ports.server.send({ ...getRequest(path), headers }, stop)
}

/** Returns why a read failed. A success of another shape than expected counts as unknown. */
export function readingFailure({ ports }: ReadingContext, answer: Answer): Failure {
  const verdict = judge(answer, ports)
  if (verdict.kind !== 'success') return verdict
  return { kind: 'unknown', status: answer.kind === 'answered' ? answer.status : null, why: 'wrong-shape' }
}

/** Adds the newest versions that this device has seen to every write, so that a restored server refuses it (fault C19), and to its answer. */
export function withHistory({ server, replica }: Pick<SyncPorts, 'server' | 'replica'>): RemoteServer {
  return {
    ...server,
    send: async (request, signal) => {
      if (request.method === 'GET') return server.send(request, signal)
      const known = await replica.transact('read', readKnownHistory)
      if (known === null) return server.send(request, signal)
      const headers = { ...request.headers, [headerNames.cursor]: known.text }
      const answer = await server.send({ ...request, headers }, signal)
      return answer.kind === 'answered' ? { ...answer, shown: known.versions } : answer
    },
  }
}
