import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryFolder } from '../support/memory-folder.ts'
import { shortLivedDatabase } from '../support/short-lived-database.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Makes the data folder of a new server once, for each server of the journeys to begin with a copy of, and says how they run. */
export default async function makeNewDataFolder(): Promise<() => Promise<void>> {
  // Each journey copies it, and each browser writes a profile; on a disk that is a quarter of the kernel's work.
  const inMemory = memoryFolder()
  if (inMemory !== undefined) process.env['TMPDIR'] = inMemory
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-new-'))
  const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
  // A command that changes nothing; the first one makes the database.
  const made = spawnSync(process.execPath, [...shortLivedDatabase, 'build/main.js', 'survey', '--emails'], {
    cwd: root,
    env: environment,
  })
  if (made.status !== 0) throw new Error(`No data folder was made: ${made.stderr.toString()}`)
  process.env['NEW_DATA_FOLDER'] = folder
  process.env['SERVER_FLAGS'] = shortLivedDatabase.join(' ')
  return () => rm(folder, { recursive: true, force: true })
}
