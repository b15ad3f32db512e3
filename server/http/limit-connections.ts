import type { Socket } from 'node:net'
import type { Server } from './fastify-types.ts'
import { networkOf } from './network-of.ts'

/** Enough for an office of 40 agents behind one address, with two windows each and six connections a window. */
const maxPerAddress = 500
/** Each connection is an open file, and so are the database's files; most systems allow a process several thousand. */
const maxTotal = 4000

/** Limits all connections, and those of each address. Behind a proxy, all have the proxy's address, so the proxy must limit each client's. */
export function limitConnections(server: Server, isBehindProxies: boolean): void {
  const countByAddress = new Map<string, number>()
  server.server.maxConnections = maxTotal
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
    if (count > maxPerAddress) socket.destroy()
  })
}
