import type { Socket } from 'node:net'
import type { Server } from './fastify-types.ts'
import { networkOf } from './network-of.ts'

/** An office of 40 agents behind one address, two windows each, six connections a window. */
const mostPerAddress = 500
/** The embedded database and its clients need files, too; most systems allow a process several thousand. */
const mostOfAll = 4000

/** Limits the connections per address. Behind a proxy all come from the proxy, which must limit them itself. */
export function limitConnections(server: Server, isBehindProxies: boolean): void {
  const countByAddress = new Map<string, number>()
  server.server.maxConnections = mostOfAll
  if (isBehindProxies) return
  server.server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (countByAddress.get(address) ?? 0) + 1
    countByAddress.set(address, count)
    socket.once('close', () => {
      const left = (countByAddress.get(address) ?? 1) - 1
      if (left > 0) countByAddress.set(address, left)
      else countByAddress.delete(address)
    })
    if (count > mostPerAddress) socket.destroy()
  })
}
