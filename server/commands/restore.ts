import { existsSync } from 'node:fs'
import path from 'node:path'
import { fillDatabase, fillPhotoStore, openServerBackup } from '#server/backup/read-server-backup.ts'
import { assertEmptyDatabase } from '#server/backup/table-rows.ts'
import { ExplainedError } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrateTo } from '#server/database/migrate.ts'
import { UnreadableZip } from '#files/zip.ts'
import { photoStoreOf } from '#server/open-services.ts'
import { databaseWorkerFile, fileOf, type CommandTask } from './command.ts'
import { formatCount } from '#core/format/numbers.ts'

export async function restore(task: CommandTask): Promise<void> {
  const { config, words, print } = task
  const [fileName, extra] = words
  if (fileName === undefined || extra !== undefined) throw new ExplainedError('Usage: restore FILE')
  if (config.databaseUrl === undefined && existsSync(path.join(config.dataDir, 'database')))
    throw new ExplainedError(`DATA_DIR ${config.dataDir} holds a database already. Restore into a new folder.`)
  const backup = await openServerBackup(fileOf(task, fileName))
  const { migration, made_at, missing_photos, tables } = backup.manifest
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    workerFile: databaseWorkerFile,
    onLost: (error) => {
      throw error
    },
    migrate: (db) =>
      migrateTo(db, migration).catch((cause: unknown) => {
        const message = 'This backup was made by a newer version, or the database is not empty.'
        throw Object.assign(new ExplainedError(message), { cause })
      }),
  })
  try {
    await assertEmptyDatabase(database.db)
    // Photos come first, because storing them again does no harm, but a database that is filled cannot be filled again.
    const photos = await fillPhotoStore(photoStoreOf(config), backup)
    await fillDatabase(database, backup)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    print(`${formatCount(rows, 'row')} and ${formatCount(photos, 'photo')} of ${made_at} were restored.`)
    if (missing_photos > 0)
      print(`${formatCount(missing_photos, 'photo was', 'photos were')} removed while the backup was made.`)
    print('Devices detect the restore and send again what was saved since then.')
    print('All agents must log in again. Passwords and API tokens are those of the backup.')
  } catch (error) {
    throw error instanceof UnreadableZip ? new ExplainedError(`${fileName} is damaged. ${error.message}`) : error
  } finally {
    await database.close()
    await backup.zip.close()
  }
}
