import type { Server } from '#server/http/fastify-types.ts'

/** Parses JSON as Fastify does, but accepts an empty body: some clients send a content type without a body. */
export function readJsonBodies(server: Server): void {
  // 'error' refuses `__proto__` and `constructor`. In a batch, they are checked later for each operation.
  const parse = server.getDefaultJsonParser('error', 'error')
  const parseBatch = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void (request.routeOptions.config.holdsRequests === true ? parseBatch : parse)(request, body, done)
  })
  // Fastify accepts text by default, but no route does.
  server.removeContentTypeParser('text/plain')
}
