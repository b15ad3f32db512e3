import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { busy } from '#server/problem-responses.ts'
import { createRooms } from './bytes-by-owner.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { innerRequestOf } from '#server/http/inner-requests.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
/** Answers that their readers have not taken yet. An address may be an office in which everybody looks at photos. */
const room = { process: 192 * megabyte, strangers: 96 * megabyte, agent: 32 * megabyte, address: 32 * megabyte }
const smallAnswer = 8 * kilobyte

/** A phone in a tunnel reads nothing for a while and then goes on. */
const longestSilenceMs = 30_000

/** Says what an answer is and how to store it; a refusal in its place is neither. */
const headersOfBody = ['content-encoding', 'content-disposition', 'content-length', 'etag', 'last-modified'] as const

/**
 * Limits the memory of answers that clients do not read: 503 when an agent, an address or all of them leave too many bytes unread,
 * and the end of the connection when nothing of an answer was read for 30 seconds. 503 and not 429, since a write has been done by
 * then. A stream holds little, so only the 30 seconds apply to it.
 */
export function boundOutgoingBodies(server: Server): void {
  const takeRoom = createRooms(room, smallAnswer, { ofOne: () => busy(5), ofAll: () => busy(5) })

  server.addHook('onSend', async (request, reply, payload) => {
    // What the server asks itself, and what tests ask it, goes over no network.
    if (!(request.raw.socket instanceof Socket) || innerRequestOf(request) !== undefined) return payload
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

/** Node starts the time again with each byte that the network takes, and with the wait for the next request. */
function endWhenUnread({ raw }: FastifyReply): void {
  raw.setTimeout(longestSilenceMs, (socket?: Socket) => {
    if (socket === undefined) return
    // Where everything was read, it is the source that is slow.
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(longestSilenceMs)
  })
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.length : 0
}
