import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildApp, type AppOptions } from '#server/app.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { openServices } from '#server/open-services.ts'
import { databaseWorkerFile } from './command.ts'

/** An answer that takes longer than this when the server is asked to stop is cut off. */
const stopPatienceMs = 10_000

/** Serves page and API until the process is asked to stop. */
export async function serve(config: Config): Promise<void> {
  const https = await readTls(config)
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
    onLost: (error) => {
      // Nothing can be kept any more; whoever watches the process starts it anew.
      console.error(error.message)
      process.exit(1)
    },
  })
  const app = await buildApp({
    ...config,
    services,
    // Beside build/, where this file stands.
    pageFolder: path.join(import.meta.dirname, '../dist'),
    ...(https === undefined ? {} : { https }),
  })
  const housekeeping = startHousekeeping(services, app.log)
  app.addHook('onClose', async () => {
    await housekeeping.stop()
    await services.close()
  })
  stopOnSignals(() => app.close(), app.server)
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
  return { cert: await readSettingFile('TLS_CERT', tls.certFile), key: await readSettingFile('TLS_KEY', tls.keyFile) }
}

async function readSettingFile(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new WrongSetting(`${name} names ${file}, which cannot be read.`)
  }
}

function stopOnSignals(close: () => Promise<unknown>, server: { closeAllConnections: () => void }): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => server.closeAllConnections(), stopPatienceMs).unref()
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
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
