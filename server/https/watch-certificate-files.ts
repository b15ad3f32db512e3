import { Server as SecureServer } from 'node:https'
import type { Server } from '#server/http/fastify-types.ts'
import type { Certificates, KeyAndCertificate } from './certificates.ts'

const everyMs = 5000

/** Applies changed certificate files without a restart. While key and certificate do not match, the previous pair stays in use. */
export function watchCertificateFiles(app: Server, certificates: Certificates, first: KeyAndCertificate): void {
  const { server } = app
  if (!(server instanceof SecureServer)) return
  let current = first
  const reload = async (): Promise<void> => {
    const newest = await certificates()
    if (newest.cert.equals(current.cert) && newest.key.equals(current.key)) return
    server.setSecureContext(newest)
    current = newest
    app.log.info('the certificate was renewed')
  }
  const timer = setInterval(() => {
    reload().catch((error: unknown) =>
      app.log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the certificate cannot be read'),
    )
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
