import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { openServices } from '#server/open-services.ts'
import { serverBundle } from './server-bundle.ts'
import { postgresBinaries, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverBundle: string
    /** A data folder with an initialized embedded database, to be copied. */
    embeddedTemplate: string
    /** The folder of the private PostgreSQL's socket; empty if it is not installed. */
    postgresFolder: string
  }
}

/** The migrated database from which each test's own is copied. */
export const templateDatabase = 'fanlight_template'

/** Runs once for all server tests: builds the bundle, creates a template of each database, starts PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = await serverBundle()
  const unsynced = path.join(built, 'unsynced-database-worker.js')
  await cp(path.join(import.meta.dirname, 'unsynced-database-worker.js'), unsynced)
  // In memory, except in projects that measure time, which do not set TMPDIR.
  const { TMPDIR: place = os.tmpdir() } = { ...project.config.env }
  const template = await mkdtemp(path.join(place, 'fanlight-template-'))
  if (postgresBinaries === undefined && process.env['TEST_LONG'] !== undefined)
    throw new Error('This needs PostgreSQL.')
  const isEmbeddedOnly = process.env['DATABASES'] === 'embedded'
  const postgres = postgresBinaries === undefined || isEmbeddedOnly ? undefined : await startPostgres({ place })
  const common = { workerFile: pathToFileURL(unsynced), onLost: () => {} }
  const fresh = (databaseUrl?: string) =>
    openServices({ dataDir: template, databaseUrl, objectStore: undefined }, common)
  const embedded = await fresh()
  await dropOtherDatabases(embedded.database.db)
  await embedded.close()
  if (postgres !== undefined) {
    await postgres.createDatabase(templateDatabase)
    await (await fresh(postgres.urlOf(templateDatabase))).close()
  }
  project.provide('serverBundle', built)
  project.provide('embeddedTemplate', template)
  project.provide('postgresFolder', postgres?.folder ?? '')
  return async () => {
    await postgres?.stop()
    await rm(template, { recursive: true, force: true })
  }
}

/** PostgreSQL's own templates are two thirds of the files that each test copies, and are never used. */
async function dropOtherDatabases(db: Kysely<Tables>): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db)
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db)
}
