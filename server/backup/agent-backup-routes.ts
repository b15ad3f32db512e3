import { described, fileAnswer, downloadHeaders } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { whenClosed } from '#server/http/when-closed.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { busy, notFound, RefusedRequest } from '#server/problem-responses.ts'
import { createTurnQueue } from '#server/queue.ts'
import type { Services } from '#server/services.ts'
import { agentBackup } from './agent-backup-service.ts'

/** Each backup holds the agent's records and one photo in memory, even while its download stalls. */
const maxConcurrentBackups = 20

export function agentBackupRoutes(server: Server, services: Services): void {
  const running = new Set<number>()
  // Reads one photo at a time. It has room for every running backup, because a backup waits for one photo at most.
  const photoQueue = createTurnQueue(maxConcurrentBackups)

  server.get(
    '/users/backup/',
    {
      config: { rateLimit: { max: 6, timeWindow: '1 minute' } },
      schema: described('users', 'Download a backup of all the agent’s records and photos', {
        200: fileAnswer('The backup as a ZIP file', 'application/zip', downloadHeaders),
        429: 'Too many backups in a minute: retry after `Retry-After` seconds',
        503: 'Too many backups are running: retry after `Retry-After` seconds',
      }),
    },
    async (request, reply) => {
      const agentId = agentIdOf(request)
      if (running.has(agentId) || running.size >= maxConcurrentBackups) throw new RefusedRequest(busy(10))
      running.add(agentId)
      whenClosed(reply.raw, () => running.delete(agentId))
      const backup = await agentBackup(services, agentId, (work) => photoQueue(work, agentId))
      if (backup === null) throw new RefusedRequest(notFound())
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="fanlight-backup-${day}.zip"`)
        .send(backup)
    },
  )
}
