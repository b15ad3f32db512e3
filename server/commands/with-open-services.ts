import type { Config } from '#server/config.ts'
import { openServices, type OpenServices } from '#server/open-services.ts'
import { databaseWorkerFile } from './command.ts'

/** Opens the services for one task and closes them afterwards, even if it fails. */
export async function withOpenServices(config: Config, work: (services: OpenServices) => Promise<void>): Promise<void> {
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
    // Called if another server takes over the data folder or the database stops. The error is not caught and ends this process.
    onLost: (error) => {
      throw error
    },
  })
  try {
    await work(services)
  } finally {
    await services.close()
  }
}
