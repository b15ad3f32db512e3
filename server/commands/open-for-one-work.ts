import type { Config } from '#server/config.ts'
import { openServices, type OpenServices } from '#server/open-services.ts'
import { databaseWorkerFile } from './command.ts'

/** Opens database and photo store for one piece of work, and closes them whatever becomes of it. */
export async function openForOneWork(config: Config, work: (services: OpenServices) => Promise<void>): Promise<void> {
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
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
