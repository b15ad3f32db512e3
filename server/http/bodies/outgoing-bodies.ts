import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { busy } from '#server/problem-responses.ts'
import { createByteLimiter } from './bytes-by-owner.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { subrequestOf } from '#server/http/subrequests.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
/** Limits of response bytes that clients have not read yet. `address`: all signed-out clients at one address, perhaps an office looking at photos. */
const room = { process: 192 * megabyte, signedOut: 96 * megabyte, agent: 32 * megabyte, address: 32 * megabyte }
/** An answer of at most this size counts only against its agent or address, not against the shared limits. */
const smallAnswer = 8 * kilobyte

/** A phone in a tunnel reads nothing for a while and then continues. */
const longestSilenceMs = 30_000

const headersOfBody = ['content-encoding', 'content-disposition', 'content-length', 'etag', 'last-modified'] as const

/** Above a limit, sends 503: after a 429, clients assume that a write was not done. Closes a connection that is not read for 30 seconds. */
export function limitOutgoingBodies(server: Server): void {
  const takeRoom = createByteLimiter(room, smallAnswer, { ofOne: () => busy(5), ofAll: () => busy(5) })

  server.addHook('onSend', async (request, reply, payload) => {
    // Subrequests and requests injected by tests do not use the network.
    if (!(request.raw.socket instanceof Socket) || subrequestOf(request) !== undefined) return payload
    endWhenUnread(reply)
    const bytes = bytesOf(payload)
    const refusal = bytes === 0 ? null : takeRoom(request, reply, bytes)
    if (refusal === null) return payload
    for (const name of headersOfBody) reply.removeHeader(name)
    reply.code(refusal.status).headers({ ...refusal.headers, 'cache-control': 'no-store' })
    reply.type('application/json; charset=utf-8')
    return JSON.stringify(refusal.body)
  })
}

/** Closes a connection whose client stops reading. Node restarts the timeout when the client accepts bytes, and replaces it between requests. */
function endWhenUnread({ raw }: FastifyReply): void {
  raw.setTimeout(longestSilenceMs, (socket?: Socket) => {
    if (socket === undefined) return
    // If the client has read everything sent so far, the server is slow, not the client.
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(longestSilenceMs)
  })
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.length : 0
}
