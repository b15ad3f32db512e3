import { headerNames } from '#core/contract/sync-protocol.ts'
import { type AccountAnswer, toAccountAnswer } from './account-answer.ts'
import type { HttpClient } from './http-client.ts'

/** Limits this session to what a kiosk needs, until the secret with this SHA-256 hash is sent. */
export function limitToKiosk(client: HttpClient, agentId: string, release_hash: string): Promise<AccountAnswer<null>> {
  return post(client, agentId, 'users/kiosk/', { release_hash })
}

/** Ends the limit. `release` is the secret whose hash was sent to `limitToKiosk`. */
export function endKioskLimit(client: HttpClient, agentId: string, release: string): Promise<AccountAnswer<null>> {
  return post(client, agentId, 'users/kiosk/end/', { release })
}

/** The `X-Agent-Id` header makes the server refuse the request if the session belongs to another agent. */
async function post(client: HttpClient, agentId: string, path: string, fields: object): Promise<AccountAnswer<null>> {
  const headers = { [headerNames.agent]: agentId }
  return toAccountAnswer(await client({ method: 'POST', path, headers, body: JSON.stringify(fields) }), () => null)
}
