import { Migrator, type Kysely } from 'kysely'
import { ExplainedError } from '#server/config.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import type { Tables } from './tables.ts'

/** Migrates an empty database up to the migration `name`, so that a backup of an older version can be restored into it. */
export async function migrateTo(db: Kysely<Tables>, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => allMigrations } })
  const { error } = await migrator.migrateTo(name)
  if (error !== undefined) throw new Error(`The database could not be brought to ${name}.`, { cause: error })
}

/** Runs new migrations, one process at a time. Throws `ExplainedError` if the database is newer than the server. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => allMigrations } })
  const { error } = await migrator.migrateToLatest()
  const [, newer] =
    /previously executed migration (\S+) is missing/.exec(error instanceof Error ? error.message : '') ?? []
  if (newer !== undefined) throw new ExplainedError(newerDatabase(newer))
  if (error !== undefined)
    throw new Error('The database could not be brought to the latest migration.', { cause: error })
}

function newerDatabase(migration: string): string {
  return `The database was already opened by a newer Fanlight (${migration}). Start that release again, or restore a backup from before it (docs/running.md).`
}
