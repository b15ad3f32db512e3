import { existsSync } from 'node:fs'
import path from 'node:path'
import { ExplainedError } from '#server/config.ts'
import { assertEmptyDatabase } from '#server/backup/table-rows.ts'
import { moveTables } from '#server/backup/move-tables.ts'
import { openDatabase } from '#server/database/connect.ts'
import { databaseWorkerFile, type CommandTask } from './command.ts'
import { formatNumber } from '#core/format/numbers.ts'

const usage = 'Usage: move-to-postgres [DATA_DIR], with DATABASE_URL set to the PostgreSQL database'

/** Copies the embedded database into an empty PostgreSQL database and compares the numbers of rows. The original is not changed. */
export async function moveToPostgres({ config, words: args, print }: CommandTask): Promise<void> {
  const workerFile = databaseWorkerFile
  const [dataDir = config.dataDir, extra] = args
  const { databaseUrl } = config
  if (databaseUrl === undefined || extra !== undefined) throw new ExplainedError(usage)
  if (!existsSync(path.join(dataDir, 'database'))) throw new ExplainedError(`DATA_DIR ${dataDir} has no database.`)
  const onConnectionLost = (error: Error) => {
    throw error
  }
  // Fails while a server is running on this database: its changes would not be copied.
  const source = await openDatabase({ dataDir, databaseUrl: undefined, workerFile, onLost: onConnectionLost })
  try {
    const target = await openDatabase({ dataDir, databaseUrl, workerFile, onLost: onConnectionLost })
    try {
      await assertEmptyDatabase(target.db)
      const counts = await moveTables(source.db, target.db)
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
      print(`${formatNumber(rows)} rows of ${counts.size} tables were copied, and compared.`)
      print('Start the server with this DATABASE_URL from now on, and with the same DATA_DIR, which has the photos.')
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
