import { chmod } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import { openDatabase, type DatabaseOptions } from './database/connect.ts'
import { restampSharedChanges } from './database/restamp-shared-changes.ts'
import type { Tables } from './database/tables.ts'
import { createGeocoder } from './locations/geocoder.ts'
import { createLocationFinder } from './locations/location-finder.ts'
import { createFilePhotoStore } from './photos/file-photo-store.ts'
import { createPhotoDecoder } from './photos/photo-decoder.ts'
import type { PhotoStore } from './photos/photo-store.ts'
import { createS3PhotoStore } from './photos/s3-photo-store.ts'
import { seedCatalog } from './properties/import-catalog.ts'
import type { Services } from './services.ts'
import { seedQuestionnaire } from './survey/publish-questionnaire.ts'
import { createTourPlanner } from './tours/tour-planner.ts'

export type OpenServices = Services & { close: () => Promise<void> }

/** Opens database and photo store. Adds sample homes to an empty catalog, so that a new agent can list one at once. `onLost`: the database failed. */
export async function openServices(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'objectStore'> &
    Partial<Pick<Config, 'osrmUrl' | 'geocoder' | 'publicOrigin'>>,
  { workerFile, onLost }: Pick<DatabaseOptions, 'workerFile' | 'onLost'>,
): Promise<OpenServices> {
  const database = await openDatabase({ ...config, workerFile, onLost })
  // The folder contains clients, password hashes and the secret. `chmod` fails if the folder belongs to another user.
  await chmod(config.dataDir, 0o700).catch(() => {})
  try {
    // Needed if the database was restored from a dump of another PostgreSQL server.
    await restampSharedChanges(database.db)
    await seedCatalog(database.db)
    await seedQuestionnaire(database.db)
    const secret = await readSecret(database.db)
    // The build puts the files of threads and child processes beside the database worker.
    const photoDecoder = createPhotoDecoder(new URL('photo-process.js', workerFile))
    const planner = createTourPlanner(new URL('planner-thread.js', workerFile), config.osrmUrl)
    const { geocoder, publicOrigin } = config
    const locations = createLocationFinder(database, geocoder ? createGeocoder(geocoder, publicOrigin) : null)
    const close = async () => {
      await locations.stop()
      await planner.close()
      await photoDecoder.close()
      await database.close()
    }
    return { database, secret, photos: photoStoreOf(config), photoDecoder, planner, locations, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function readSecret(db: Kysely<Tables>): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'secret').executeTakeFirstOrThrow()
  return row.value
}

export function photoStoreOf({ dataDir, objectStore }: Pick<Config, 'dataDir' | 'objectStore'>): PhotoStore {
  if (objectStore === undefined) return createFilePhotoStore(path.join(dataDir, 'photos'))
  const { endpoint, bucket, ...credentials } = objectStore
  return createS3PhotoStore({ ...credentials, endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}` })
}
