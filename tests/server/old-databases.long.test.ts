import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { csrfCookieName } from '#core/contract/sync-protocol.ts'
import { csrfTokenOf } from '#server/accounts/cookies.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrateTo } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations/all-migrations.ts'
import type { Tables } from '#server/database/tables.ts'
import { type DatabaseKind, databaseKinds, newPostgresDatabase } from '#tests/support/databases.ts'
import {
  formerlyAnsweredWrite,
  epochCursor,
  rowsByMigration,
  sessionToken,
} from '#tests/support/older-database-rows.ts'
import { aVisitor, openTestServer, type TestServer, type Visitor } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'

const names = Object.keys(allMigrations)
const beforeMarks = 12
const otherStartMigrations = [5, 8, 13, 20, names.length - 1]

/** The old database has one of each, with id 1. */
const entitiesInOldDatabase = [
  'client',
  'property',
  'listing',
  'listing_image',
  'showing',
  'open_house',
  'open_house_visit',
  'appointment',
  'tour',
]

const fromAnotherCluster = [
  `alter table properties disable trigger user`,
  `update properties set changed_xid = (changed_xid::text::bigint + 1000000)::text::xid8`,
  `alter table properties enable trigger user`,
]

describe.each(databaseKinds)('on %s', (kind) => {
  test(
    'a database older than history tokens is migrated to the newest version, and works',
    { timeout: 60_000 },
    async () => {
      const { server, before } = await upgraded(kind, beforeMarks)
      expectKept(before, await everyRow(server.services.database.db), beforeMarks)
      await sharedChangesAreTold(server)

      const agent = visitorWithOldSession(server)
      // This database cannot prove the device's place in its history, so the device reads from scratch.
      expect((await agent.get(`/api/sync/?cursor=${epochCursor(1)}`)).body).toMatchObject({ history: 'changed' })
      expect((await agent.get(`/api/sync/changes/?cursor=${epochCursor(1)}`)).body).toMatchObject({
        code: 'cursor_too_old',
      })
      const refused = await agent.post('/api/crm/clients/', formerlyAnsweredWrite.body, {
        'sync-cursor': epochCursor(1),
      })
      expect(refused).toMatchObject({ status: 409, body: { code: 'history_changed' } })

      const { body: feed } = await agent.get('/api/sync/changes/')
      const there = feed.changes
        .filter(({ deleted }: { deleted: boolean }) => !deleted)
        .map(({ entity, id }: { entity: string; id: number }) => `${entity} ${id}`)
      for (const entity of entitiesInOldDatabase) expect(there).toContain(`${entity} 1`)
      expect((await agent.get(`/api/sync/?cursor=${feed.cursor}`)).body).toMatchObject({ history: 'same' })

      await worksAsBefore(agent)
      const { body: later } = await agent.get(`/api/sync/changes/?cursor=${feed.cursor}`)
      expect(later.changes).toMatchObject([
        { entity: 'client', id: 1, record: { notes: 'Likes ponds', first_name: 'Nora' } },
        { entity: 'client', id: 3, record: { first_name: 'Iris' } },
      ])
    },
  )

  // The rest does not depend on the database, and takes longer on the embedded one.
  if (kind === 'embedded') return

  test(
    'changes in a dump from another cluster, older than history tokens, are in the feed',
    { timeout: 60_000 },
    async () => {
      const { server } = await upgraded(kind, beforeMarks, fromAnotherCluster)
      await sharedChangesAreTold(server)
      const { body: feed } = await visitorWithOldSession(server).get('/api/sync/changes/')
      expect(feed.changes).toContainEqual(
        expect.objectContaining({
          entity: 'property',
          record: expect.objectContaining({ address: '1 Elm St' }) as unknown,
        }),
      )
    },
  )

  test.each(otherStartMigrations)(
    'a database that migration %i left is migrated, and works',
    { timeout: 60_000 },
    async (start) => {
      const { server, before } = await upgraded(kind, start)
      const after = await everyRow(server.services.database.db)
      expectKept(before, after, start)
      if (start >= 28)
        expect(locationSourcesOf(after)).toEqual({ '3 Elm St': 'file', '4 Elm St': 'agent', '1 Elm St': null })
      expect(after.get('listings')!.filter(({ listed_by }) => listed_by !== null)).toEqual([])
      expect(after.get('properties')!.filter(({ is_private }) => is_private !== false)).toEqual([])
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
        server.services.database.db,
      )
      expect(rows.map(({ name }) => name)).toEqual(names)
      await worksAsBefore(visitorWithOldSession(server))
    },
  )
})

async function worksAsBefore(agent: Visitor): Promise<void> {
  const [client] = (await agent.get('/api/crm/clients/?search=Nora')).body.results
  expect(client).toMatchObject({ id: 1, version: 3, phone_number: '555 0100' })
  const stale = await agent.patch('/api/crm/clients/1/', { notes: 'x' }, { 'if-match': '"2"' })
  expect(stale).toMatchObject({ status: 412, body: { record: { version: 3 } } })
  const changed = await agent.patch('/api/crm/clients/1/', { notes: 'Likes ponds' }, { 'if-match': '"3"' })
  expect(changed).toMatchObject({ status: 200, body: { notes: 'Likes ponds', phone_number: '555 0100' } })
  expect(changed.body.version).toBeGreaterThan(9)
  // A retry of an old request gets its old answer, and creates nothing.
  const again = await agent.post('/api/crm/clients/', formerlyAnsweredWrite.body, {
    'idempotency-key': formerlyAnsweredWrite.key,
  })
  expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' }, body: { id: 1 } })
  const made = await agent.post(
    '/api/crm/clients/',
    { ...formerlyAnsweredWrite.body, first_name: 'Iris' },
    { 'idempotency-key': 'new:1' },
  )
  expect(made).toMatchObject({ status: 201, body: { id: 3 } })
  expect((await agent.get('/api/crm/clients/')).body.results).toHaveLength(2)
  const [listing] = (await agent.get('/api/listings/')).body.results
  expect(listing).toMatchObject({ id: 1, listing_price: 250_000.5 })
  expect(listing.images[0]).toMatchObject({ caption: 'Front', position: 0, is_primary: true })
}

async function upgraded(
  kind: DatabaseKind,
  start: number,
  more: string[] = [],
): Promise<{ server: TestServer; before: Rows }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fanlight-old-database-'))
  const postgres = kind === 'postgres' ? await newPostgresDatabase('template0') : undefined
  const then = await openDatabase({
    dataDir,
    databaseUrl: postgres?.url,
    workerFile: pathToFileURL(path.join(inject('serverBundle'), 'unsynced-database-worker.js')),
    onLost: (error) => {
      throw error
    },
    migrate: (db) => migrateWithRows(db, start),
  })
  for (const statement of more) await sql.raw(statement).execute(then.db)
  const before = await everyRow(then.db)
  await then.close()
  const opened = await openTestServer(dataDir, postgres?.url)
  onTestFinished(async () => {
    await opened.stop()
    await postgres?.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { server: { ...opened, kind, dataDir }, before }
}

async function migrateWithRows(db: Kysely<Tables>, start: number): Promise<void> {
  for (const [migration, statements] of rowsByMigration) {
    if (migration > start) break
    await migrateTo(db, names[migration - 1]!)
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  await migrateTo(db, names[start - 1]!)
}

type Rows = Map<string, Record<string, unknown>[]>

async function everyRow(db: Kysely<Tables>): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  const all: Rows = new Map()
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: Record<string, unknown>
    }>`select to_jsonb(one) as row from ${sql.table(name)} as one`.execute(db)
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/** Migrations 28 and 33 give new versions to available listings, and to properties that agents added with their listings. */
function expectKept(before: Rows, after: Rows, start: number): void {
  const asKept = (table: string, row: Record<string, unknown>) => {
    const known = start < 32 ? { ...row, ...newerIn(table, row) } : row
    return table === 'listings' && start < 28 && isAvailable(row) ? readAgain(row, known) : known
  }
  for (const [table, rows] of before) {
    if (table === 'device_counts' || table === 'durability_probe') continue
    const expected = table === 'settings' ? rows.filter(({ name }) => name !== 'epoch') : rows
    const kept = expected.map((row) => asKept(table, row))
    expect(after.get(table), table).toEqual(
      expect.arrayContaining(kept.map((row) => expect.objectContaining(row) as unknown)),
    )
  }
}

function locationSourcesOf(rows: Rows): Record<string, unknown> {
  return Object.fromEntries((rows.get('properties') ?? []).map((row) => [row['address'], row['location_source']]))
}

function isAvailable({ status }: Record<string, unknown>): boolean {
  return status === 'For Sale' || status === 'Pending'
}

function newerIn(table: string, { created_by }: Record<string, unknown>): Record<string, unknown> {
  const [version, changed_xid] = [expect.any(Number) as unknown, expect.any(String) as unknown]
  if (table === 'agent_versions') return { version }
  return table === 'listings' || (table === 'properties' && created_by !== null) ? { version, changed_xid } : {}
}

function readAgain(row: Record<string, unknown>, known: Record<string, unknown>): Record<string, unknown> {
  return { ...known, changed_xid: expect.not.stringMatching(`^${String(row['changed_xid'])}$`) as unknown }
}

function visitorWithOldSession(server: TestServer): Visitor {
  const visitor = aVisitor(server)
  visitor.cookies.set('fanlight_session', sessionToken)
  visitor.cookies.set(csrfCookieName, csrfTokenOf(server.services.secret, sessionToken))
  return visitor
}
