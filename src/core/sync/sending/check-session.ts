import { isRedirectToLogin } from '#core/sync/requests/answers.ts'
import { fieldsOf } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import type { Answer, SyncPorts } from '#core/sync/ports.ts'
import { getRequest } from '#core/sync/requests/requests.ts'
import { pausedUntil } from '#core/sync/requests/retry.ts'
import type { SendingContext } from './sending-context.ts'

/** Whose session this is. Only a 401 means signed out, never a failed network or a pause (reading R1). */
export type Identity =
  | 'owner'
  /** The owner's session, limited to what a kiosk's visitors may do. */
  | 'visitors'
  | 'wrong-agent'
  | 'needs-login'
  | 'server-error'
  | 'unreachable'
  | { pausedUntil: number }

type SessionPorts = Pick<SyncPorts, 'server' | 'replica' | 'clock' | 'random'>

/** Returns whose session this is. Called before every push, because another tab may have changed it (faults D4, D7). */
export async function checkSession(ports: SessionPorts, stop: SendingContext['stop']): Promise<Identity> {
  const identity = judgeProfile(ports, await ports.server.send(getRequest('users/profile/'), stop))
  if (identity !== 'needs-login') return identity
  // An expired session is renewed once; if that fails, the agent must sign in (fault D1).
  const renewal = await ports.server.send({ ...getRequest('users/auth/refresh/'), method: 'POST' }, stop)
  if (renewal.kind !== 'answered' || renewal.status < 200 || renewal.status > 299) return 'needs-login'
  return judgeProfile(ports, await ports.server.send(getRequest('users/profile/'), stop))
}

function judgeProfile({ replica, clock, random }: SessionPorts, answer: Answer): Identity {
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
