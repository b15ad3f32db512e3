import path from 'node:path'
import { openAdminSocket } from '#server/admin/admin-socket.ts'
import { buildApp } from '#server/app.ts'
import { startDailyBackups } from '#server/backup/daily-backups.ts'
import { ExplainedError, type Config } from '#server/config.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { redirectToHttps } from '#server/https/answer-plain-http.ts'
import { configuredCertificates, watchCertificateFiles } from '#server/https/certificates.ts'
import { removeOldSnapshots } from '#server/backup/write-server-backup.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { makeNamedFolder } from '#server/make-folder.ts'
import { openServices } from '#server/open-services.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { originForPhones, shareWithOwnAuthority, phoneInstructions } from '#server/share/share.ts'
import { traceOf } from '#server/trace-of.ts'
import { allCommands } from './all-commands.ts'
import { databaseWorkerFile } from './command.ts'

/** The time that running requests have to end after a stop signal. */
const stopTimeoutMs = 10_000

/** Serves the app and the API until the process is stopped. `isShared`: also serves phones in the same network, over HTTPS. */
export async function serve(config: Config, { isShared = false } = {}): Promise<void> {
  const ownAuthority = isShared && config.tls === undefined ? await shareWithOwnAuthority(config) : null
  const certificates =
    ownAuthority?.certificates ?? (config.tls === undefined ? null : configuredCertificates(config.tls))
  const certificate = await certificates?.()
  if (config.backups !== undefined) await makeNamedFolder('BACKUP_DIR', config.backups.folder)
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
    onLost: (error) => {
      // Writes are no longer possible. The process exits, so that a supervisor restarts it.
      console.error(error.message)
      process.exit(1)
    },
  })
  if (config.databaseUrl === undefined) await removeOldSnapshots(config.dataDir)
  const app = await buildApp({
    ...config,
    services,
    mailer: config.mail === undefined ? null : createMailer(config.mail),
    // The bundle with this code is in build/, beside dist/.
    pageFolder: path.join(import.meta.dirname, '../dist'),
    ...(certificate === undefined
      ? {}
      : { https: { ...certificate, plainHttp: ownAuthority?.plainHttp ?? redirectToHttps } }),
  })
  if (certificates !== null && certificate !== undefined) watchCertificateFiles(app, certificates, certificate)
  const housekeeping = startHousekeeping(services, app.log)
  services.locations.start(app.log)
  const { backups, dataDir } = config
  const dailyBackups =
    backups === undefined
      ? null
      : startDailyBackups({ services, backups, dataDir, workerFile: databaseWorkerFile }, app.log)
  const onFailure = (error: unknown): void => app.log.error({ problem: traceOf(error) }, 'a command failed')
  // `account invite` prints a link that begins with this origin, so phones must be able to reach it.
  const commandConfig = isShared
    ? { ...config, publicOrigin: config.publicOrigin ?? originForPhones(config.port) }
    : config
  // With PostgreSQL, commands connect to the database directly and do not need the socket.
  const adminSocket =
    config.databaseUrl === undefined
      ? await openAdminSocket({ config: commandConfig, services, commands: allCommands, onFailure })
      : null
  app.addHook('onClose', async () => {
    await adminSocket?.close()
    await dailyBackups?.stop()
    await housekeeping.stop()
    await services.locations.stop()
    await services.close()
  })
  stopOnSignals(async () => {
    await app.drain(stopTimeoutMs)
    await app.close()
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw withExplanation(error, config)
  }
  const isHttps = certificate !== undefined
  printAddress(app, config, { isShared, isHttps, fingerprint: ownAuthority?.fingerprint })
}

type Sharing = { isShared: boolean; isHttps: boolean; fingerprint: string | undefined }

function printAddress(app: Server, config: Config, { isShared, isHttps, fingerprint }: Sharing): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  console.log(`Fanlight is at ${config.publicOrigin ?? `${isHttps ? 'https' : 'http'}://localhost:${port}`}`)
  const isForPhones = config.publicOrigin === undefined && config.trustProxy === false && isAllAddresses(config.host)
  if (isShared || isForPhones) {
    for (const line of phoneInstructions(port, { isHttps, fingerprint })) console.log(line)
  }
}

function isAllAddresses(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function stopOnSignals(stop: () => Promise<unknown>): void {
  let isStopping = false
  const stopOnce = () => {
    if (isStopping) return
    isStopping = true
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopOnce)
  // npm exits on SIGHUP without forwarding it to this process, which then gets another parent.
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && stopOnce(), 500).unref()
  }
}

function withExplanation(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return new ExplainedError(`PORT ${port} is taken by another program on ${host}.`)
  if (code === 'EACCES') return new ExplainedError(`PORT ${port} is not allowed to this user.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return new ExplainedError(`HOST ${host} is not an address of this machine.`)
  return error
}
