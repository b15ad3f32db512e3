import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { openAdminDoor } from '#server/admin/admin-door.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { openServices } from '#server/open-services.ts'
import { allCommands } from './all-commands.ts'
import { databaseWorkerFile } from './command.ts'

/** What is not answered this long after the server was asked to stop is refused. */
const stopPatienceMs = 10_000

/** Serves page and API until the process is asked to stop. */
export async function serve(config: Config): Promise<void> {
  const https = await readTls(config)
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
    onLost: (error) => {
      // Nothing can be kept any more; a supervisor starts the process again.
      console.error(error.message)
      process.exit(1)
    },
  })
  const app = await buildApp({
    ...config,
    services,
    mailer: config.mail === undefined ? null : createMailer(config.mail),
    // Beside build/, where this file stands.
    pageFolder: path.join(import.meta.dirname, '../dist'),
    ...(https === undefined ? {} : { https }),
  })
  const housekeeping = startHousekeeping(services, app.log)
  const onFailure = (error: unknown): void => app.log.error(error, 'a command failed')
  // PostgreSQL takes connections of other processes.
  const door =
    config.databaseUrl === undefined
      ? await openAdminDoor({ config, services, commands: allCommands, onFailure })
      : null
  app.addHook('onClose', async () => {
    await door?.close()
    await housekeeping.stop()
    await services.close()
  })
  stopOnSignals(async () => {
    await app.drain(stopPatienceMs)
    await app.close()
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw explained(error, config)
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  console.log(
    `Fanlight is at ${config.publicOrigin ?? `${https === undefined ? 'http' : 'https'}://localhost:${port}`}`,
  )
}

async function readTls({ tls }: Config): Promise<AppOptions['https']> {
  if (tls === undefined) return undefined
  const pair = {
    cert: await readSettingFile('TLS_CERT', tls.certFile),
    key: await readSettingFile('TLS_KEY', tls.keyFile),
  }
  try {
    createSecureContext(pair)
  } catch (error) {
    const reason = error instanceof Error && 'reason' in error ? ` (${String(error.reason)})` : ''
    throw new WrongSetting(`TLS_CERT and TLS_KEY are no certificate with its key${reason}.`)
  }
  return pair
}

async function readSettingFile(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new WrongSetting(`${name} names ${file}, which cannot be read.`)
  }
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
  // A hangup ends npm without a word to what it runs.
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && stopOnce(), 500).unref()
  }
}

function explained(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return new WrongSetting(`PORT ${port} is taken by another program on ${host}.`)
  if (code === 'EACCES') return new WrongSetting(`PORT ${port} is not allowed to this user.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return new WrongSetting(`HOST ${host} is no address of this machine.`)
  return error
}
