import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/database/connect.ts'
import { serverBundle } from './server-bundle.ts'
import { postgresBinaries, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the server's bundle. */
    serverBundle: string
    /** A data folder with an initialised embedded database, to be copied. */
    embeddedTemplate: string
    /** Address of the private PostgreSQL without a database's name; empty when it is not installed. */
    postgresFolder: string
  }
}

/** The name of the migrated database that each test's own is copied from. */
export const templateDatabase = 'fanlight_template'

/** Once for all server tests: builds the bundle, initialises one database of each kind, starts PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = await serverBundle()
  const template = await mkdtemp(path.join(os.tmpdir(), 'fanlight-template-'))
  const postgres = postgresBinaries === undefined ? undefined : await startPostgres()
  const common = { workerFile: pathToFileURL(path.join(built, 'database-worker.js')), onLost: () => {} }
  const embedded = await openDatabase({ ...common, dataDir: template, databaseUrl: undefined })
  await embedded.close()
  if (postgres !== undefined) {
    await postgres.createDatabase(templateDatabase)
    const migrated = await openDatabase({ ...common, dataDir: template, databaseUrl: postgres.urlOf(templateDatabase) })
    await migrated.close()
  }
  project.provide('serverBundle', built)
  project.provide('embeddedTemplate', template)
  project.provide('postgresFolder', postgres?.folder ?? '')
  return async () => {
    await postgres?.stop()
    await rm(template, { recursive: true, force: true })
  }
}
