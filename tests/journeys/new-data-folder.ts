import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { memoryFolder } from '../support/memory-folder.ts'
import { shortLivedDatabase } from '../support/short-lived-database.ts'

const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/new-data')
const making = 'making-'

/** Prepares the data folder that the servers of the journeys copy, and their flags. */
export default async function prepareServers(): Promise<void> {
  // In memory, because copies and browser profiles on disk take a quarter of the kernel's work.
  const inMemory = memoryFolder()
  if (inMemory !== undefined) process.env['TMPDIR'] = inMemory
  process.env['NEW_DATA_FOLDER'] = await newDataFolder()
  process.env['SERVER_FLAGS'] = shortLivedDatabase.join(' ')
}

/** The data folder of a new server, made once for each build. */
async function newDataFolder(): Promise<string> {
  const server = createHash('sha256')
  for (const file of ['main.js', 'database-worker.js']) server.update(readFileSync(path.join(root, 'build', file)))
  const name = server.digest('hex').slice(0, 16)
  const folder = path.join(cache, name)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  for (const older of await readdir(cache)) {
    if (!older.startsWith(making)) await rm(path.join(cache, older), { recursive: true, force: true })
  }
  const made = await mkdtemp(path.join(cache, making))
  // A read-only command; the first command creates the database.
  const { status, stderr } = spawnSync(
    process.execPath,
    [...shortLivedDatabase, 'build/main.js', 'survey', '--emails'],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: made, DATABASE_URL: '' },
    },
  )
  if (status !== 0) throw new Error(`No data folder was made: ${stderr.toString()}`)
  // Another run may have been faster.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
  return folder
}
