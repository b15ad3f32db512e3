import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Makes the data folder of a new server once, for every server of the journeys to begin with a copy of. */
export default async function makeNewDataFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-new-'))
  const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
  // A command that changes nothing; the first one makes the database.
  const made = spawnSync(process.execPath, ['build/main.js', 'survey', '--emails'], { cwd: root, env: environment })
  if (made.status !== 0) throw new Error(`No data folder was made: ${made.stderr.toString()}`)
  process.env['NEW_DATA_FOLDER'] = folder
  return () => rm(folder, { recursive: true, force: true })
}
