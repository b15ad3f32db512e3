import { headerNames } from '#core/contract/sync-protocol.ts'
import { type AccountAnswer, accepted } from './account-answer.ts'
import type { HttpClient } from './http-client.ts'

/** Narrows this agent's session to what visitors need, until the secret with this SHA-256 is sent. */
export function narrowSession(client: HttpClient, agentId: string, release_hash: string): Promise<AccountAnswer<null>> {
  return post(client, agentId, 'users/kiosk/', { release_hash })
}

/** Gives the session back to its agent. */
export function widenSession(client: HttpClient, agentId: string, release: string): Promise<AccountAnswer<null>> {
  return post(client, agentId, 'users/kiosk/end/', { release })
}

async function post(client: HttpClient, agentId: string, path: string, fields: object): Promise<AccountAnswer<null>> {
  const headers = { [headerNames.agent]: agentId }
  return accepted(await client({ method: 'POST', path, headers, body: JSON.stringify(fields) }), () => null)
}
