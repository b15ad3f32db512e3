import helmet from '@fastify/helmet'
import type { Server } from './fastify-types.ts'
import type { BuiltPage } from './page-files.ts'

/** The browser loads nothing that is not ours and runs nothing that stands inside a page, except by its hash. */
export async function sendSecurityHeaders(server: Server, page: BuiltPage | null): Promise<void> {
  await server.register(helmet, {
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
    // Only over HTTPS, in the hook below: a promise made over HTTP is ignored anyway.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()')
    if (request.protocol === 'https' || server.isPublicOverHttps) {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  })
}
