import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { WrongSetting } from '#server/config.ts'

/** Throws `WrongSetting` for an incomplete copy of a data folder, because the server would create an empty database in it. */
export async function refuseIncompleteDataFolder(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, 'database', 'PG_VERSION'))) return
  const incomplete = (what: string) =>
    new WrongSetting(
      `DATA_DIR ${dataDir} has ${what}, so it is not whole. Copy all of it once more, or restore a backup into an empty folder.`,
    )
  if ((await fileNamesIn(path.join(dataDir, 'database'))).length > 0)
    throw incomplete('a folder database without PG_VERSION')
  // `photos/owner` names the database to which the photos belong.
  if (existsSync(path.join(dataDir, 'photos', 'owner'))) throw incomplete('photos and no database')
}

async function fileNamesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
