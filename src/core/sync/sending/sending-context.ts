import { headerNames } from '#core/contract/sync-protocol.ts'
import { type Failure, judge } from '#core/sync/requests/answers.ts'
import type { HoldPolicy } from './hold-policy.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AbortSignalLike, Answer, Request, SyncPorts } from '#core/sync/ports.ts'

/** What all sending code needs while this tab or worker holds the sender lock. */
export type SendingContext = {
  ports: SyncPorts
  capabilities: ServerCapabilities
  holdReasonOf: HoldPolicy
  /** Name of this sender, noted in its attempts. */
  sender: string
  /** Aborts when the lock is lost or the loop stops. */
  stop: AbortSignalLike
  /** Called before each request, to show the state *Sending*. */
  onAttempt: () => void
}

/** What the sender does next. `connection-uncertain`: checks the connection first. `history-changed`: ends the push, because recovery comes first. */
export type SendResult =
  | 'go-on'
  | 'connection-uncertain'
  | 'history-changed'
  | 'paused'
  | 'needs-login'
  | 'wrong-agent'
  | 'stopped'

export type ServerCapabilities = {
  isPlain: boolean
  /** Idempotency keys: a write can be repeated safely. */
  keys: boolean
  /** The server reports which keys it has stored, so that the device can check whether a write succeeded. */
  traces: boolean
  /** ETags: a write can require that the record has not changed. */
  versions: boolean
  feed: boolean
  /** Photos are separate records, not a field of their listing. */
  photos: boolean
  /** Many operations in one request; requires keys and versions. */
  batches: boolean
  /** The server checks `X-Agent-Id`. */
  agentHeader: boolean
  /** A proxy removes the `Idempotency-Key` header, so the key is sent in the URL, too. */
  keysInUrl: boolean
}

/** Returns the capabilities of a server. `features` is the list from `GET sync/`; null for a plain server. */
export function capabilitiesFrom(features: readonly string[] | null, keysInUrl = false): ServerCapabilities {
  const has = (...names: string[]) => features !== null && names.every((name) => features.includes(name))
  return {
    isPlain: features === null,
    keys: has('idempotency'),
    traces: has('idempotency', 'known'),
    versions: has('etag'),
    feed: has('changes'),
    photos: has('images'),
    batches: has('batch', 'idempotency', 'etag'),
    agentHeader: features !== null,
    keysInUrl: features !== null && keysInUrl,
  }
}

/** What reads need; they may run while another tab or worker sends. */
export type ReadingContext = {
  ports: Pick<SyncPorts, 'replica' | 'server' | 'clock' | 'ids' | 'random' | 'log'>
  capabilities: ServerCapabilities
  stop: AbortSignalLike
}

/** Reads as this device's agent. In another agent's session, the server refuses the read, so no other agent's records are stored (fault D7). */
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

export const answerTimeoutMs = 30_000

export function getRequest(path: string): Request {
  return { method: 'GET', path, encoding: 'none', fields: {}, files: {}, headers: {}, timeoutMs: answerTimeoutMs }
}

export function postRequest(path: string, fields: Fields, headers: Request['headers']): Request {
  return { ...getRequest(path), method: 'POST', encoding: 'json', fields, headers }
}

/** Sends a write. If the server refuses the anti-forgery token, nothing was written: renews the token and sends the same request again (fault D3). */
export async function sendWrite(
  ports: Pick<SyncPorts, 'server' | 'clock' | 'random'>,
  request: Request,
  stop: AbortSignalLike,
): Promise<Answer> {
  const answer = await ports.server.send(request, stop)
  if (judge(answer, ports).kind !== 'anti-forgery') return answer
  await ports.server.renewAntiForgery()
  return ports.server.send(request, stop)
}
