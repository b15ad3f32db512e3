import type { FastifyRequest } from 'fastify'
import { serverPathPatterns } from '#core/contract/sync-protocol.ts'
import { notFound, problem } from '#server/problem-responses.ts'
import type { Server } from './fastify-types.ts'
import { sendOutcome } from './outcome.ts'
import type { BuiltPage } from '#server/http/pages/page-files.ts'

/** Answers 405 if the path exists with other methods; otherwise the app's page for navigations, and 404 for other requests. */
export function answerUnknownRoutes(server: Server, page: BuiltPage | null): void {
  const routes: { pattern: RegExp; method: string }[] = []
  server.addHook('onRoute', ({ url, method }) => {
    // `patternOf` does not support wildcards.
    if (url.includes('*')) return
    for (const one of [method].flat()) routes.push({ pattern: patternOf(url), method: one })
  })

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size > 0 && !methods.has(request.method)) {
      return sendOutcome(reply, {
        ...problem(405, 'method_not_allowed', `Method "${request.method}" not allowed.`),
        headers: { allow: [...methods].join(', ') },
      })
    }
    if (page !== null && isNavigation(request, path)) return page.send(request, reply)
    return sendOutcome(reply, notFound())
  })
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`)))
  return new RegExp(`^${parts.join('/')}$`)
}

function isNavigation(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (path.startsWith('/assets/') || serverPathPatterns.some((pattern) => pattern.test(path))) return false
  return (request.headers.accept ?? '').includes('text/html') && !/\.\w+$/.test(path)
}
