import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { busy, RefusedRequest } from '#server/problem-responses.ts'
import type { Server } from './fastify-types.ts'
import { answerAndEnd } from '#server/http/bodies/raw-answer.ts'
import { whenClosed } from './when-closed.ts'

/** `drain` ends after this time without a new connection or request. A client that has not noticed the stop usually sends its next request sooner. */
const silenceMs = 300
const longestWaitForSilenceMs = 1500
const pollMs = 25
/** The response to new requests during the stop. A server that stops for an update usually runs again five seconds later. */
export const stoppingAnswer = busy(5)

/** Adds `drain`, to call before `close`: it refuses new requests with 503, lets running ones finish, and ends those left after `patienceMs`. */
export function stopGracefully(server: Server): void {
  const running = new Map<FastifyRequest, FastifyReply>()
  const connections = new Set<Socket>()
  let usedAt = 0
  let isStopping = false

  for (const event of ['connection', 'secureConnection']) {
    server.server.on(event, (socket: Socket) => {
      usedAt = performance.now()
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    })
  }

  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    // Subrequests of a batch belong to a request that is already running.
    if (!(socket instanceof Socket)) return
    running.set(request, reply)
    whenClosed(reply.raw, () => {
      usedAt = performance.now()
      running.delete(request)
      if (isStopping) socket.destroySoon()
    })
    if (isStopping) throw new RefusedRequest(stoppingAnswer)
  })

  server.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })

  server.decorate('isStopping', () => isStopping)
  server.decorate('drain', async (patienceMs: number) => {
    isStopping = true
    const until = performance.now() + patienceMs
    server.eventStreams.endAll()
    while (running.size > 0 && performance.now() < until) await pause(pollMs)
    for (const [request, reply] of running) {
      if (reply.raw.headersSent) request.raw.socket.destroy()
      else answerAndEnd(request.raw.socket, stoppingAnswer)
    }
    const silentUntil = performance.now() + longestWaitForSilenceMs
    while (performance.now() < Math.min(silentUntil, usedAt + silenceMs)) await pause(pollMs)
  })

  // Browsers open connections in advance. `close` would wait for them, because Node does not count a connection without a request as idle.
  server.addHook('preClose', async () => {
    isStopping = true
    const inUse = new Set([...running.keys()].map(({ raw }) => raw.socket))
    for (const socket of connections) if (!inUse.has(socket)) socket.destroy()
  })
}
