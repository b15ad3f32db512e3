import type { Socket } from 'node:net'
import type { Server } from './fastify-types.ts'
import { networkOf } from './network-of.ts'

/** An office of forty people behind one address has two windows open each, and a browser opens six connections. */
const mostPerAddress = 500
/** The embedded database and its clients need files too; most systems give a process several thousand. */
const mostOfAll = 4000

/** Keeps one address from taking all the connections. Behind proxies all come from theirs, and the limit is theirs to keep. */
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
