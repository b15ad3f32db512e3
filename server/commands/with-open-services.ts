import type { Config } from '#server/config.ts'
import { openServices, type OpenServices } from '#server/open-services.ts'
import { databaseWorkerFile } from './command.ts'

/** Opens the services for one task and closes them afterwards, even if it fails. */
export async function withOpenServices(config: Config, work: (services: OpenServices) => Promise<void>): Promise<void> {
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
    // Called when another server has taken over the data folder. Uncaught, the error ends this process.
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
