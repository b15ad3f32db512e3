import { writeServerBackup } from '#server/backup/write-server-backup.ts'
import { ExplainedError } from '#server/config.ts'
import { databaseWorkerFile, fileOf, type CommandTask } from './command.ts'
import { formatCount } from '#core/format/numbers.ts'

export async function backup(task: CommandTask): Promise<void> {
  const { config, words, print, signal, withServices } = task
  const [folderArgument, extraArgument] = words
  const folder = folderArgument === undefined ? config.backups?.folder : fileOf(task, folderArgument)
  if (folder === undefined || extraArgument !== undefined)
    throw new ExplainedError('Usage: backup FOLDER, or set BACKUP_DIR')
  await withServices(async (services) => {
    const run = {
      services,
      dataDir: config.dataDir,
      workerFile: databaseWorkerFile,
      folder,
      madeAt: new Date(),
      signal,
    }
    const { file, manifest } = await writeServerBackup(run)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    print(`${formatCount(rows, 'row')} and ${formatCount(manifest.photos, 'photo')} were written to ${file}.`)
    print(`To restore: DATA_DIR=a-new-folder node build/main.js restore ${file}`)
  })
}
