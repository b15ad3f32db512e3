import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import { fastify } from 'fastify'
import type { Server } from './fastify-types.ts'
import type { BuiltPage } from '#server/http/pages/page-files.ts'

/** HSTS for one day only, because the domain may be used just for a trial, and without subdomains, which may be other servers. */
const daySeconds = 86_400

/** Sends security headers with every response. With them, a page loads only from this server and runs only inline scripts with a known hash. */
export async function sendSecurityHeaders(server: Server, page: BuiltPage | null): Promise<void> {
  const headers = await headersOfHelmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(page?.scriptHashes ?? [])],
        styleSrc: ["'self'", ...(page?.styleHashes ?? [])],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    // Set in the hook below, over HTTPS only: browsers ignore it over HTTP.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
  headers['permissions-policy'] = 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()'
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.protocol === 'https' || server.isPublicOverHttps) {
      reply.header('strict-transport-security', `max-age=${daySeconds}`)
    }
  })
}

/** Returns the headers that Helmet sets. They are the same for every response, so a temporary server computes them once. */
async function headersOfHelmet(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = fastify()
  await probe.register(helmet, options)
  probe.get('/', (_request, reply) => reply.code(204).send())
  const { headers } = await probe.inject('/')
  await probe.close()
  const { date: _date, connection: _connection, ...ofHelmet } = headers
  return Object.fromEntries(Object.entries(ofHelmet).map(([name, value]) => [name, String(value)]))
}
