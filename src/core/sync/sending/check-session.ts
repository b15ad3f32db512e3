import { isRedirectToLogin } from '#core/sync/requests/answers.ts'
import { fieldsOf } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import type { Answer, SyncPorts } from '#core/sync/ports.ts'
import { readRequest } from '#core/sync/requests/requests.ts'
import { pausedUntil } from '#core/sync/requests/retry.ts'
import type { Sending } from './sending.ts'

/** Whose session this is. Only a 401 means signed out; a network that fails says nothing (reading R1), nor does a server that asks to wait. */
export type Identity =
  | 'owner'
  /** The owner's, and a kiosk has narrowed it. */
  | 'visitors'
  | 'wrong-agent'
  | 'needs-login'
  | 'server-error'
  | 'unreachable'
  | { pausedUntil: number }

type Asking = Pick<SyncPorts, 'server' | 'replica' | 'clock' | 'random'>

/** Asks before every drain, because a session may have changed hands in another tab (faults D4, D7). */
export async function checkSession(ports: Asking, stop: Sending['stop']): Promise<Identity> {
  const identity = judgeProfile(ports, await ports.server.send(readRequest('users/profile/'), stop))
  if (identity !== 'needs-login') return identity
  // A session that can be renewed is renewed once; else the agent signs in (fault D1).
  const renewal = await ports.server.send({ ...readRequest('users/auth/refresh/'), method: 'POST' }, stop)
  if (renewal.kind !== 'answered' || renewal.status < 200 || renewal.status > 299) return 'needs-login'
  return judgeProfile(ports, await ports.server.send(readRequest('users/profile/'), stop))
}

function judgeProfile({ replica, clock, random }: Asking, answer: Answer): Identity {
  if (answer.kind === 'unanswered') return 'unreachable'
  if (answer.status === 401 || isRedirectToLogin(answer.status, answer.headers)) return 'needs-login'
  if (answer.status === 429 || answer.status === 503)
    return { pausedUntil: pausedUntil(answer.headers, clock.now(), random) }
  if (answer.status >= 500) return 'server-error'
  const body = answer.bodyKind === 'json' ? fieldsOf(answer.body) : null
  if (answer.status === 403 && body?.['code'] === 'visitors_only')
    return String(serverIdOf(body['agent'])) === replica.owner ? 'visitors' : 'wrong-agent'
  const id = answer.status === 200 ? serverIdOf(body?.['id']) : null
  if (id === null) return 'unreachable'
  return String(id) === replica.owner ? 'owner' : 'wrong-agent'
}
