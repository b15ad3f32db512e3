import { headerNames } from '#core/contract/sync-protocol.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'
import type { RemoteServer, SyncPorts } from '#core/sync/ports.ts'

/** Every write shows what this device knows of the server's history, so that nothing is done in another one (fault C19). */
export function withHistory({ server, replica }: Pick<SyncPorts, 'server' | 'replica'>): RemoteServer {
  return {
    ...server,
    send: async (request, signal) => {
      if (request.method === 'GET') return server.send(request, signal)
      const known = await replica.transact('read', readKnownHistory)
      if (known === null) return server.send(request, signal)
      const headers = { ...request.headers, [headerNames.cursor]: known.text }
      const answer = await server.send({ ...request, headers }, signal)
      return answer.kind === 'answered' ? { ...answer, shown: known.versions } : answer
    },
  }
}
