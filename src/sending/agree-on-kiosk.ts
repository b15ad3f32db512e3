import type { AccountAnswer } from '#api/account-answer.ts'
import type { HttpClient } from '#api/http-client.ts'
import { limitToKiosk, endKioskLimit } from '#api/kiosk-session.ts'
import type { SessionScope } from '#core/sync/sending/for-visitors.ts'
import { kioskReleaseSecrets, readKioskLock } from '#storage/kiosk/kiosk-lock.ts'

/**
 * Makes the server's session match this browser: limited to visitors while a kiosk runs here, otherwise the agent's. `known` is the scope
 * that the server has just reported. Returns the scope, `unreached` without an answer, or `stuck` if the session is limited and no secret
 * stored here ends that, so that the agent has to log in.
 */
export async function syncKioskSession(
  client: HttpClient,
  agentId: string,
  known?: SessionScope,
): Promise<SessionScope | 'unreached' | 'stuck'> {
  const secrets = await kioskReleaseSecrets.read(agentId)
  const lock = await readKioskLock()
  if (lock?.agentId === agentId) {
    const { releaseHash } = lock
    // Nothing to do: the kiosk was started by an earlier version of the app, which made no secret, or the session is already limited.
    if (releaseHash === undefined || (known === 'visitors' && secrets.length === 0)) return known ?? 'agent'
    let answer = await limitToKiosk(client, agentId, releaseHash)
    // Refused: an earlier kiosk, which ended offline, still limits the session. Its secret is stored on this device, where a visitor could
    // find it, so end that limit and start one with the new kiosk's secret.
    if (isRefused(answer) && (await endLimit(client, agentId, secrets)) === 'agent')
      answer = await limitToKiosk(client, agentId, releaseHash)
    if (!answer.ok) return isRefused(answer) ? (known ?? 'agent') : 'unreached'
    await kioskReleaseSecrets.drop(agentId, secrets)
    return 'visitors'
  }
  if (known === 'agent' || (known === undefined && secrets.length === 0)) return 'agent'
  return endLimit(client, agentId, secrets)
}

async function endLimit(
  client: HttpClient,
  agentId: string,
  secrets: readonly string[],
): Promise<'agent' | 'unreached' | 'stuck'> {
  for (const secret of secrets) {
    const answer = await endKioskLimit(client, agentId, secret)
    if (answer.ok) return 'agent'
    if (!isRefused(answer)) return 'unreached'
  }
  return 'stuck'
}

function isRefused(answer: AccountAnswer<null>): boolean {
  return !answer.ok && answer.problem === 'refused'
}
