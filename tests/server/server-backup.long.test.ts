import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { insertAgent } from '#server/accounts/agents-repository.ts'
import { backUpWhenDue, startDailyBackups } from '#server/backup/daily-backups.ts'
import { fillDatabase, fillPhotoStore, openServerBackup } from '#server/backup/read-server-backup.ts'
import { moveTables } from '#server/backup/move-tables.ts'
import { assertEmptyDatabase, tablesInOrder } from '#server/backup/table-rows.ts'
import { writeServerBackup } from '#server/backup/write-server-backup.ts'
import { fillDemo } from '#server/commands/demo/demo.ts'
import { restore } from '#server/commands/restore.ts'
import { readConfig } from '#server/config.ts'
import { type DatabaseKind, databaseKinds, hasPostgres, newPostgresDatabase } from '#tests/support/databases.ts'
import { anOffice } from '#tests/support/device-at-server.ts'
import { anAgent, openTestServer, startTestServer, type TestServer } from '#tests/support/server.ts'

const workerFile = pathToFileURL(path.join(inject('serverBundle'), 'unsynced-database-worker.js'))
const { signal } = new AbortController()

let folder: string
let office: TestServer
/** A backup that ran during writes, and the contents before it began. */
let madeMeanwhile: { before: Contents; file: string }
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-backups-'))
  office = await startTestServer('embedded')
  await fillDemo(office.services)
  const leaving = await anAgent(office)
  const expires_at = new Date(Date.now() + 3_600_000)
  const { db } = office.services.database
  await db.insertInto('password_resets').values({ agent_id: leaving.id, code_hash: 'of a code', expires_at }).execute()
  await db.insertInto('invitations').values({ token_hash: 'of a link', expires_at }).execute()
  madeMeanwhile = { before: await everything(office), file: await backUpMeanwhile(path.join(folder, 'meanwhile')) }
}, 300_000)
afterAll(async () => {
  await office.stop()
  await rm(folder, { recursive: true, force: true })
})

type Contents = Record<string, string[]>

async function everything({ services }: TestServer): Promise<Contents> {
  const { db } = services.database
  const contents: Contents = {}
  for (const table of await tablesInOrder(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} as t order by 1`.execute(
      db,
    )
    contents[table] = rows.map(({ row }) => row)
  }
  return contents
}

const backUp = (server: TestServer, where: string) =>
  writeServerBackup({
    services: server.services,
    dataDir: server.dataDir,
    workerFile,
    folder: where,
    madeAt: new Date(),
    signal,
  })

/** A server whose database has nothing that filling would lose. */
async function anEmptyServer(kind?: DatabaseKind): Promise<TestServer> {
  const server = await startTestServer(kind)
  // A new server already has a catalog.
  await expect(assertEmptyDatabase(server.services.database.db)).rejects.toThrow('already holds records')
  await server.services.database.db.deleteFrom('properties').execute()
  return server
}

async function backUpMeanwhile(where: string): Promise<string> {
  const agent = await anAgent(office)
  const adding = (async () => {
    for (let index = 0; index < 30; index += 1)
      await agent.post('/api/crm/clients/', {
        first_name: 'A',
        last_name: String(index),
        email: `${index}@example.com`,
      })
  })()
  const { file } = await backUp(office, where)
  await adding
  return file
}

test.each(databaseKinds)(
  'a server backup restores every row and photo to an empty server on %s',
  async (kind) => {
    const backup = await openServerBackup(madeMeanwhile.file)
    expect(backup.manifest.missing_photos).toBe(0)
    const empty = await anEmptyServer(kind)
    await fillDatabase(empty.services.database, backup)
    expect(await fillPhotoStore(empty.services.photos, backup)).toBe(15)
    const { before } = madeMeanwhile
    const after = await everything(empty)
    for (const [table, rows] of Object.entries(before)) {
      const kept = new Set(after[table])
      const changing = ['agent_versions', 'sessions', 'password_resets', 'invitations', 'login_failures', 'settings']
      if (!changing.includes(table)) expect([table, rows.filter((row) => !kept.has(row))]).toEqual([table, []])
    }
    expect(after['settings']).toEqual(before['settings'])
    // A restore must not revive sessions, codes and invitations that have ended since the backup.
    for (const table of ['sessions', 'password_resets', 'invitations']) {
      expect(before[table]).not.toEqual([])
      expect([table, after[table]]).toEqual([table, []])
    }
    const [photo] = await office.services.database.db.selectFrom('listing_images').select('photo_name').execute()
    for (const width of [320, 960, 1920] as const)
      expect(await empty.services.photos.get(photo!.photo_name, width)).toEqual(
        await office.services.photos.get(photo!.photo_name, width),
      )
    // Ids continue where they were.
    const newcomer = await anAgent(empty)
    const made = await newcomer.post('/api/crm/clients/', { first_name: 'N', last_name: 'N', email: 'n@example.com' })
    expect(made.status).toBe(201)
    await backup.zip.close()
    await empty.stop()
  },
  120_000,
)

test.skipIf(!hasPostgres)(
  'a restore that cannot store photos leaves the database empty, and succeeds when repeated',
  async () => {
    const dataDir = path.join(folder, 'again')
    const database = await newPostgresDatabase('template0')
    const said: string[] = []
    const task = {
      config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url }),
      words: [madeMeanwhile.file],
      folder,
      print: (line: string) => said.push(line),
      withServices: async () => {},
      signal,
    }
    await mkdir(dataDir)
    await writeFile(path.join(dataDir, 'photos'), 'in the way')
    await expect(restore(task)).rejects.toThrow()
    await rm(path.join(dataDir, 'photos'))
    await restore(task)
    expect(said[0]).toMatch(/^[\d,]+ rows and 15 photos of /)
    await database.drop()
  },
  120_000,
)

test.skipIf(!hasPostgres)(
  'a restore never wipes what a server on the same PostgreSQL stores at the same time',
  async () => {
    const backup = await openServerBackup(madeMeanwhile.file)
    const other = await anEmptyServer('postgres')
    const { db } = other.services.database
    const registration = await db.startTransaction().execute()
    const names = { username: 'early', email: 'early@example.com', first_name: '', last_name: '' }
    await insertAgent(registration, { ...names, license_number: '', phone_number: '', password_hash: 'none' })
    const filling = fillDatabase(other.services.database, backup)
    const refused = expect(filling).rejects.toThrow('already holds records')
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and not granted`.execute(db)
      expect(rows).not.toEqual([])
    }, 30_000)
    await registration.commit().execute()
    await refused
    expect(await db.selectFrom('agents').select('username').execute()).toEqual([{ username: 'early' }])
    await backup.zip.close()
    await other.stop()
  },
  120_000,
)

test.skipIf(!hasPostgres)(
  'after a move to PostgreSQL, devices continue with the same history',
  async () => {
    const embedded = await startTestServer('embedded')
    const { devices, agent } = await anOffice(embedded, 1)
    const add = async (last_name: string) =>
      agent.post('/api/crm/clients/', { first_name: 'Ann', last_name, email: 'ann@example.com' })
    await add('Before')
    await devices[0]!.sync()
    const cursor = (await agent.get('/api/sync/changes/')).body.cursor as string
    const postgres = await anEmptyServer('postgres')
    const counts = await moveTables(embedded.services.database.db, postgres.services.database.db)
    expect(counts.get('clients')).toBe(1)
    expect(await everything(postgres)).toEqual(await everything(embedded))
    const known = await postgres.app.inject({ url: `/api/sync/?cursor=${encodeURIComponent(cursor)}` })
    expect(known.json()).toMatchObject({ history: 'same' })
    await embedded.stop()
    await postgres.stop()
  },
  120_000,
)

test.skipIf(!hasPostgres)(
  'a move that loses rows is refused, and leaves the target empty',
  async () => {
    const postgres = await anEmptyServer('postgres')
    const { db } = postgres.services.database
    await sql`create rule some_are_lost as on insert to tours where new.id % 2 = 0 do instead nothing`.execute(db)
    const moving = moveTables(office.services.database.db, db)
    await expect(moving).rejects.toThrow(/^tours has \d+ of \d+ rows\. Nothing was changed\.$/)
    expect(await db.selectFrom('agents').select('id').execute()).toEqual([])
    await postgres.stop()
  },
  120_000,
)

test('a backup is made once a day, and the oldest is deleted only after a new one is complete', async () => {
  const where = path.join(folder, 'daily')
  const daily = { services: office.services, backups: { folder: where, kept: 2 }, dataDir: office.dataDir, workerFile }
  const now = new Date()
  await backUpWhenDue(daily, now, signal)
  await backUpWhenDue(daily, now, signal)
  expect(await readdir(where)).toHaveLength(1)
  for (const old of ['fanlight-20200101-000000.zip', 'fanlight-20200102-000000.zip', 'holiday.zip'])
    await writeFile(path.join(where, old), '')
  const tomorrow = new Date(now.getTime() + 25 * 60 * 60_000)
  const stopped = AbortSignal.abort()
  await expect(backUpWhenDue(daily, tomorrow, stopped)).rejects.toThrow()
  expect((await readdir(where)).toSorted().slice(0, 2)).toEqual([
    'fanlight-20200101-000000.zip',
    'fanlight-20200102-000000.zip',
  ])
  expect(await readdir(where)).not.toContainEqual(expect.stringContaining('.part'))
  await backUpWhenDue(daily, tomorrow, signal)
  const left = await readdir(where)
  expect(left.filter((name) => name !== 'holiday.zip')).toHaveLength(2)
  expect(left).toContain('holiday.zip')
  expect(left).not.toContain('fanlight-20200102-000000.zip')
}, 120_000)

test('a backup dated in the future by a wrong clock does not prevent today’s', async () => {
  const where = path.join(folder, 'clock')
  await mkdir(where)
  await writeFile(path.join(where, 'fanlight-20990101-000000.zip'), '')
  const daily = { services: office.services, backups: { folder: where, kept: 1 }, dataDir: office.dataDir, workerFile }
  const now = new Date()
  await backUpWhenDue(daily, now, signal)
  const [made = ''] = (await readdir(where)).toSorted()
  expect(made).toContain(`fanlight-${now.getUTCFullYear()}`)
  await backUpWhenDue(daily, new Date(now.getTime() + 60_000), signal)
  expect((await readdir(where)).toSorted()).toEqual([made, 'fanlight-20990101-000000.zip'])
}, 120_000)

test.skipIf(!hasPostgres)('of several processes on one database and one folder, one makes the backup', async () => {
  const where = path.join(folder, 'shared')
  const database = await newPostgresDatabase()
  const processes = await Promise.all([1, 2, 3].map(() => openTestServer(office.dataDir, database.url)))
  const look = (now: Date) =>
    Promise.all(
      processes.map(({ services }) =>
        backUpWhenDue(
          { services, backups: { folder: where, kept: 5 }, dataDir: office.dataDir, workerFile },
          now,
          signal,
        ),
      ),
    )
  const now = new Date()
  await look(now)
  const [name = '', ...others] = await readdir(where)
  expect(others).toEqual([])
  expect((await openServerBackup(path.join(where, name))).manifest.tables).not.toEqual([])
  await look(new Date(now.getTime() + 25 * 60 * 60_000))
  expect(await readdir(where)).toHaveLength(2)
  await Promise.all(processes.map((one) => one.stop()))
  await database.drop()
})

test('a file or a folder that is no backup is refused with one clear line', async () => {
  await expect(openServerBackup('/nowhere.zip')).rejects.toThrow('The file /nowhere.zip cannot be read.')
  await expect(openServerBackup(folder)).rejects.toThrow(`The file ${folder} cannot be read.`)
})

test('an incomplete or damaged backup leaves an empty server empty', async () => {
  const bytes = await readFile(madeMeanwhile.file)
  const half = path.join(folder, 'half.zip')
  await writeFile(half, bytes.subarray(0, bytes.length / 2))
  await expect(openServerBackup(half)).rejects.toThrow('is not a whole backup')
  const empty = await anEmptyServer()
  const tryToRestore = async (damaged: Buffer) => {
    await writeFile(half, damaged)
    const backup = await openServerBackup(half)
    await expect(fillDatabase(empty.services.database, backup)).rejects.toThrow('tables/clients.jsonl is damaged.')
    expect(await empty.services.database.db.selectFrom('agents').select('id').execute()).toEqual([])
  }
  // A table with a wrong checksum is found when it is read to its end.
  const sum = bytes.lastIndexOf('tables/clients.jsonl') - 46 + 16
  bytes.writeUInt32LE(bytes.readUInt32LE(sum) + 1, sum)
  await tryToRestore(bytes)
  bytes.writeUInt32LE(bytes.readUInt32LE(sum) - 1, sum)
  // Damaged compressed data is found earlier.
  const place = bytes.indexOf('tables/clients.jsonl')
  bytes.fill(7, place + 200, place + 400)
  await tryToRestore(bytes)
  await empty.stop()
}, 120_000)

test('a failed daily backup is logged without the data of a row', async () => {
  vi.useFakeTimers()
  const logged: object[] = []
  const log = { error: (what: object) => logged.push(what) } as unknown as FastifyBaseLogger
  const database = {
    copyTo: null,
    db: {
      transaction: () => {
        throw Object.assign(new Error('a key twice'), { code: '23505', detail: 'Key (email)=(nora@example.com)' })
      },
    },
  }
  const services = { ...office.services, database } as unknown as TestServer['services']
  const daily = startDailyBackups({ services, backups: { folder, kept: 1 }, dataDir: folder, workerFile }, log)
  await vi.advanceTimersToNextTimerAsync()
  await daily.stop()
  vi.useRealTimers()
  expect(logged).toMatchObject([{ problem: { code: '23505' } }])
  expect(JSON.stringify(logged)).not.toContain('nora')
})
