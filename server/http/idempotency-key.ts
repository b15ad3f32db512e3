import { headerNames, idempotencyKeyParam } from '#core/contract/sync-protocol.ts'
import { invalid, problem, RefusedRequest } from '#server/problem-responses.ts'
import type { AnyRequest, Server } from './fastify-types.ts'

const longestKey = 200
const keyHeader = headerNames.idempotencyKey.toLowerCase()

/** Returns the key in the header or, as proxies may drop it, the URL; else null. Throws 400 if our app's key was lost: a retry would write twice. */
export function idempotencyKeyOf(request: AnyRequest): string | null {
  const key = request.headers[keyHeader] ?? keyInUrlOf(request)
  if (typeof key === 'string' && key !== '') {
    if (isKey(key)) return key
    throw new RefusedRequest(invalid({ 'Idempotency-Key': [`Must be 1 to ${longestKey} visible characters.`] }))
  }
  // Only our app sends the agent's id in a header.
  if (request.headers[headerNames.agent.toLowerCase()] !== undefined) {
    throw new RefusedRequest(
      problem(400, 'key_required', 'The Idempotency-Key header did not arrive, so nothing was changed.'),
    )
  }
  return null
}

/** Echoes the key in each response, so that a client notices if a proxy removes it or answers in the server's place. */
export function echoIdempotencyKeys(api: Server): void {
  api.addHook('onRequest', async (request, reply) => {
    const key = request.headers[keyHeader] ?? keyInUrlOf(request)
    if (typeof key === 'string' && isKey(key)) reply.header(keyHeader, key)
  })
}

function keyInUrlOf({ url }: AnyRequest): string | null {
  const query = url.split('?', 2)[1]
  return query === undefined ? null : new URLSearchParams(query).get(idempotencyKeyParam)
}

function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= longestKey
}
