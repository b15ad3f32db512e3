import type { Server } from './fastify-types.ts'

/** Logs one line per request without personal data: the route's pattern, not the URL, and no body. */
export function logRequests(server: Server): void {
  server.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
