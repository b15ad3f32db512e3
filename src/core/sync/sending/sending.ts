import { headerNames } from '#core/contract/sync-protocol.ts'
import { type Failure, judge } from '#core/sync/requests/answers.ts'
import type { ServerCapabilities } from '#core/sync/requests/server-capabilities.ts'
import type { HoldPolicy } from './hold-policy.ts'
import type { AbortSignalLike, Answer, SyncPorts, RemoteServer } from '#core/sync/ports.ts'
import { readRequest } from '#core/sync/requests/requests.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'

/** What everything that sends knows while one context holds the sender lock. */
export type Sending = {
  ports: SyncPorts
  abilities: ServerCapabilities
  /** What stays back for now. */
  holds: HoldPolicy
  /** This holder's name, for the attempts it makes. */
  sender: string
  /** Aborts when the lock is lost or the loop stops. */
  stop: AbortSignalLike
  /** Called when an operation is about to be sent. */
  onAttempt: () => void
}

/**
 * How sending goes on: `go-on`; `doubt` when this one got no trustworthy answer, so that the connection is to be proved
 * before the next; `history-changed` when everything is to be fetched anew first; or it stops for all.
 */
export type SendResult = 'go-on' | 'doubt' | 'history-changed' | 'paused' | 'needs-login' | 'wrong-agent' | 'stopped'

/** What reading needs of it, also while another context sends. */
export type Reading = {
  ports: Pick<SyncPorts, 'replica' | 'server' | 'clock' | 'ids' | 'random' | 'log'>
  abilities: ServerCapabilities
  stop: AbortSignalLike
}

/** Reads as the agent whose device this is: another's records never come into this mirror (fault D7). */
export function readAsAgent({ ports, abilities, stop }: Reading, path: string): Promise<Answer> {
  const headers = abilities.agentHeader ? { [headerNames.agent]: ports.replica.owner } : {}
  return ports.server.send({ ...readRequest(path), headers }, stop)
}

/** Why something could not be read; what would be a success is none when it has another shape than what was asked for. */
export function readingFailure({ ports }: Reading, answer: Answer): Failure {
  const verdict = judge(answer, ports)
  if (verdict.kind !== 'success') return verdict
  return { kind: 'unknown', status: answer.kind === 'answered' ? answer.status : null, why: 'wrong-shape' }
}

/** Every write shows what this device knows of the server's history, so that nothing is done in another one (fault C19). */
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
