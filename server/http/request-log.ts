import type { Server } from './fastify-types.ts'

/** One line a request, without anything personal: the route's pattern, never the address, and no body. */
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
