import { isRedirectToLogin } from '#core/sync/requests/answers.ts'
import { fieldsOf } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import type { Answer, SyncPorts } from '#core/sync/ports.ts'
import { readRequest } from '#core/sync/requests/requests.ts'
import type { Sending } from './sending.ts'

/** Whose session this is. Only a 401 means signed out; a network that fails says nothing (reading R1). */
export type Identity = 'owner' | 'wrong-agent' | 'needs-login' | 'unreachable'

/** Asks before every drain, because a session may have changed hands in another tab (faults D4, D7). */
export async function whoAmI(ports: Pick<SyncPorts, 'server' | 'replica'>, stop: Sending['stop']): Promise<Identity> {
  const identity = judgeProfile(await ports.server.send(readRequest('users/profile/'), stop), ports.replica.owner)
  if (identity !== 'needs-login') return identity
  // A session that can be renewed is renewed once; else the agent signs in (fault D1).
  const renewal = await ports.server.send({ ...readRequest('users/auth/refresh/'), method: 'POST' }, stop)
  if (renewal.kind !== 'answered' || renewal.status < 200 || renewal.status > 299) return 'needs-login'
  return judgeProfile(await ports.server.send(readRequest('users/profile/'), stop), ports.replica.owner)
}

function judgeProfile(answer: Answer, owner: string): Identity {
  if (answer.kind === 'unanswered') return 'unreachable'
  if (answer.status === 401 || isRedirectToLogin(answer.status, answer.headers)) return 'needs-login'
  const id = answer.status === 200 && answer.bodyKind === 'json' ? serverIdOf(fieldsOf(answer.body)?.['id']) : null
  if (id === null) return 'unreachable'
  return String(id) === owner ? 'owner' : 'wrong-agent'
}
