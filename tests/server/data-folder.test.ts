import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { writeServerBackup } from '#server/backup/write-server-backup.ts'
import { ExplainedError } from '#server/config.ts'
import { hasPostgres, newPostgresDatabase } from '#tests/support/databases.ts'
import { openTestServer, type TestServer } from '#tests/support/server.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-folder-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const refusalOf = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => null,
    (error: unknown) => error,
  )

async function layFiles(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
}

test.each([
  ['a database without its PG_VERSION', { 'database/base/1/112': 'x' }, 'a folder database without PG_VERSION'],
  ['photos of a database that is not there', { 'photos/owner': 'x' }, 'photos and no database'],
])('a data folder with %s starts no new database over it', async (_, files, what) => {
  await layFiles(files)
  const refusal = await refusalOf(openTestServer(folder, undefined))
  expect(refusal).toBeInstanceOf(ExplainedError)
  expect((refusal as Error).message).toContain(`DATA_DIR ${folder} has ${what}`)
  expect(await readdir(folder, { recursive: true })).not.toContain('database/PG_VERSION')
})

test('a damaged database is reported in one line with its folder and what to do', async () => {
  await layFiles({ 'database/PG_VERSION': '17\n', 'database/base/1/112': 'x' })
  const refusal = await refusalOf(openTestServer(folder, undefined))
  expect(refusal).toBeInstanceOf(ExplainedError)
  expect((refusal as Error).message).toMatch(/^The database in DATA_DIR .* cannot be opened: .* Restore .*\.$/)
  expect((refusal as Error).message).toContain(folder)
}, 120_000)

test.skipIf(!hasPostgres)('a database of a newer release is reported in one line', async () => {
  const postgres = await newPostgresDatabase()
  const server = await openTestServer(folder, postgres.url)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2040')`.execute(
    server.services.database.db,
  )
  await server.stop()
  const refusal = await refusalOf(openTestServer(folder, postgres.url))
  expect(refusal).toBeInstanceOf(ExplainedError)
  expect((refusal as Error).message).toMatch(/newer Fanlight \(9999-later\)/)
  await postgres.drop()
})

test.skipIf(!hasPostgres)('the data folder is accessible to its owner only, however it was created', async () => {
  await chmod(folder, 0o755)
  const postgres = await newPostgresDatabase()
  const server = await openTestServer(folder, postgres.url)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await server.stop()
  await postgres.drop()
})

test('a backup without enough disk space is reported in one line with its folder', async () => {
  const noRoom = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
  const database = { copyTo: () => Promise.reject(noRoom) }
  const refusal = await refusalOf(
    writeServerBackup({
      services: { database } as unknown as TestServer['services'],
      dataDir: folder,
      workerFile: pathToFileURL(path.join(inject('serverBundle'), 'unsynced-database-worker.js')),
      folder: path.join(folder, 'backups'),
      madeAt: new Date('2026-11-29T12:00:00Z'),
      signal: new AbortController().signal,
    }),
  )
  expect(refusal).toBeInstanceOf(ExplainedError)
  expect((refusal as Error).message).toContain(path.join(folder, 'backups'))
  expect(await readdir(folder)).toEqual(['backups'])
})
