import type { Server } from '#server/http/fastify-types.ts'

/** JSON as Fastify reads it, except that an empty body is none: clients name the type of a body they do not send. */
export function readJsonBodies(server: Server): void {
  // 'error': a body that says `__proto__` or `constructor` is refused; one of several requests, when it is that one's turn.
  const parse = server.getDefaultJsonParser('error', 'error')
  const parseSeveral = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void (request.routeOptions.config.holdsRequests === true ? parseSeveral : parse)(request, body, done)
  })
  // Plain text has no place in this API; without its parser it is 415.
  server.removeContentTypeParser('text/plain')
}
