import { readFile } from 'node:fs/promises'
import { Server as SecureServer } from 'node:https'
import { createSecureContext } from 'node:tls'
import { ExplainedError, type Config } from '#server/config.ts'
import type { Server } from '#server/http/fastify-types.ts'

/** PEM; `cert` includes the chain. */
export type KeyAndCertificate = { key: Buffer; cert: Buffer }

/** Returns the current certificate. Called repeatedly, because certificates expire and are replaced. */
export type Certificates = () => Promise<KeyAndCertificate>

/** Returns a function that reads the files of TLS_CERT and TLS_KEY. It throws `ExplainedError` if they do not match. */
export function configuredCertificates({ certFile, keyFile }: NonNullable<Config['tls']>): Certificates {
  return async () => {
    const pair = { cert: await readSettingFile('TLS_CERT', certFile), key: await readSettingFile('TLS_KEY', keyFile) }
    try {
      createSecureContext(pair)
    } catch (error) {
      const reason = error instanceof Error && 'reason' in error ? ` (${String(error.reason)})` : ''
      throw new ExplainedError(`TLS_CERT and TLS_KEY are not a certificate and its private key${reason}.`)
    }
    return pair
  }
}

async function readSettingFile(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new ExplainedError(`${name} names ${file}, which cannot be read.`)
  }
}

const reloadEveryMs = 5000

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
  }, reloadEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
