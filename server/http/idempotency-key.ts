import { headerNames, keyInAddress } from '#core/contract/sync-protocol.ts'
import { invalid, problem, RefusedRequest } from '#server/problem-responses.ts'
import type { AnyRequest, Server } from './fastify-types.ts'

const longestKey = 200
const keyHeader = headerNames.idempotencyKey.toLowerCase()

/**
 * The key of a request: in its header, or in its address where something on the way takes headers out that it does not know. Null when
 * there is none, and 400 for a write of our own client without one: done twice, nothing could tell the second from the first.
 */
export function idempotencyKeyOf(request: AnyRequest): string | null {
  const key = request.headers[keyHeader] ?? keyInAddressOf(request)
  if (typeof key === 'string' && key !== '') {
    if (isKey(key)) return key
    throw new RefusedRequest(invalid({ 'Idempotency-Key': [`Must be 1 to ${longestKey} visible characters.`] }))
  }
  if (request.headers[headerNames.agent.toLowerCase()] !== undefined) {
    throw new RefusedRequest(
      problem(400, 'key_required', 'The Idempotency-Key header did not arrive, so nothing was changed.'),
    )
  }
  return null
}

/** Says the key back, so that a client notices when something on the way takes it out, or answers in the server's place. */
export function echoKeys(api: Server): void {
  api.addHook('onRequest', async (request, reply) => {
    const key = request.headers[keyHeader] ?? keyInAddressOf(request)
    if (typeof key === 'string' && isKey(key)) reply.header(keyHeader, key)
  })
}

function keyInAddressOf({ url }: AnyRequest): string | null {
  const query = url.split('?', 2)[1]
  return query === undefined ? null : new URLSearchParams(query).get(keyInAddress)
}

function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= longestKey
}
