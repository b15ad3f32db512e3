import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from './fastify-types.ts'

/**
 * Lets `close` end at once when nobody is being answered. Browsers open connections ahead of need, and Node does not
 * count one that never carried a request as idle, so it would hold up the stop.
 */
export function closeQuietConnections(server: Server): void {
  const answersBySocket = new Map<Socket, number>()
  let closing = false

  const http: Pick<HttpServer, 'on'> = server.server
  for (const event of ['connection', 'secureConnection']) {
    http.on(event, (socket: Socket) => {
      answersBySocket.set(socket, 0)
      socket.once('close', () => answersBySocket.delete(socket))
    })
  }
  http.on('request', ({ socket }, response) => {
    answersBySocket.set(socket, (answersBySocket.get(socket) ?? 0) + 1)
    response.once('close', () => {
      answersBySocket.set(socket, (answersBySocket.get(socket) ?? 1) - 1)
      if (closing && answersBySocket.get(socket) === 0) socket.destroySoon()
    })
  })

  server.addHook('preClose', async () => {
    closing = true
    for (const [socket, answers] of answersBySocket) if (answers === 0) socket.destroy()
  })
}
