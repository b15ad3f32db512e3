import { cp, mkdir, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { WrongSetting } from '#server/config.ts'
import { fileOf, type CommandTask } from './command.ts'
import { lockDataFolder } from '#server/database/data-folder-lock.ts'

/** Copies the embedded database and its photos into an empty folder. The server must be stopped; the lock sees to it. */
export async function backup(task: CommandTask): Promise<void> {
  const { config, words } = task
  if (words[0] === undefined) throw new WrongSetting('Say where: backup FOLDER.')
  const target = fileOf(task, words[0])
  if (config.databaseUrl !== undefined) {
    throw new WrongSetting('DATABASE_URL is set: back PostgreSQL up with pg_dump, and the photos with their store.')
  }
  await mkdir(target, { recursive: true })
  if ((await readdir(target)).length > 0) throw new WrongSetting(`The folder ${target} is not empty.`)
  if (!existsSync(path.join(config.dataDir, 'database'))) {
    throw new WrongSetting(`DATA_DIR ${config.dataDir} holds no database yet.`)
  }
  const lock = await lockDataFolder(config.dataDir, (error) => {
    throw error
  })
  try {
    for (const part of ['database', 'photos']) {
      await cp(path.join(config.dataDir, part), path.join(target, part), {
        recursive: true,
        preserveTimestamps: true,
      }).catch(ignoreMissing)
    }
  } finally {
    await lock.release()
  }
  task.print(`The data folder ${config.dataDir} was copied to ${target}. To restore, start with DATA_DIR=${target}.`)
}

/** A server that never got a photo has no folder for them. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
