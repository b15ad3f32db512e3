import { Migrator, type Kysely } from 'kysely'
import { allMigrations } from './migrations/all-migrations.ts'
import type { Tables } from './tables.ts'

/** Runs what is new, each server process waiting for the other; throws the first failure. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => allMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new Error('The database could not be brought to the latest migration.', { cause: error })
}
