import type { WriteRequest } from '#server/database/write.ts'
import type { Outcome } from '#server/http/outcome.ts'

/** Returns a write request by the agent, as if it came from a client without idempotency keys and ETags. */
export function asRequestOf(agentId: number): WriteRequest {
  return { agentId, key: null, hash: '', ifMatch: null, known: null }
}

export function recordOf({ status, body }: Outcome): { id: number } {
  if (status !== 201) throw new Error(`The demo could not be created: ${status} ${JSON.stringify(body)}`)
  return body as { id: number }
}
