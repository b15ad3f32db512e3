import type { AccountAnswer } from '#api/account-answer.ts'
import type { HttpClient } from '#api/http-client.ts'
import { limitToKiosk, endKioskLimit } from '#api/kiosk-session.ts'
import type { SessionScope } from '#core/sync/sending/for-visitors.ts'
import { kioskReleaseSecrets, readKioskLock } from '#storage/kiosk/kiosk-lock.ts'

/**
 * Makes the server's session match this browser: limited while a kiosk runs here, otherwise the agent's. `known`: the scope that the
 * server has just reported. `unreached`: no answer. `stuck`: limited, and no secret here widens it, so the agent has to log in.
 */
export async function agreeOnKiosk(
  client: HttpClient,
  agentId: string,
  known?: SessionScope,
): Promise<SessionScope | 'unreached' | 'stuck'> {
  const releases = await kioskReleaseSecrets.read(agentId)
  const lock = await readKioskLock()
  if (lock?.agentId === agentId) {
    const { releaseHash } = lock
    // A kiosk of an earlier version has no secret to widen the session with.
    if (releaseHash === undefined || (known === 'visitors' && releases.length === 0)) return known ?? 'agent'
    let answer = await limitToKiosk(client, agentId, releaseHash)
    // An earlier kiosk, left without a network, still limits it. Its secret is stored here, where a visitor could find it, so replace it.
    if (isRefused(answer) && (await widen(client, agentId, releases)) === 'agent')
      answer = await limitToKiosk(client, agentId, releaseHash)
    if (!answer.ok) return isRefused(answer) ? (known ?? 'agent') : 'unreached'
    await kioskReleaseSecrets.drop(agentId, releases)
    return 'visitors'
  }
  if (known === 'agent' || (known === undefined && releases.length === 0)) return 'agent'
  return widen(client, agentId, releases)
}

async function widen(
  client: HttpClient,
  agentId: string,
  releases: readonly string[],
): Promise<'agent' | 'unreached' | 'stuck'> {
  for (const release of releases) {
    const answer = await endKioskLimit(client, agentId, release)
    if (answer.ok) return 'agent'
    if (!isRefused(answer)) return 'unreached'
  }
  return 'stuck'
}

function isRefused(answer: AccountAnswer<null>): boolean {
  return !answer.ok && answer.problem === 'refused'
}
