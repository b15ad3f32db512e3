import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { askPostgres, postgresUrl } from './postgres-server.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Which database a test server stands on. */
export type DatabaseKind = 'embedded' | 'postgres'

export const hasPostgres = inject('postgresFolder') !== ''

/** Those that are here. */
export const databaseKinds: DatabaseKind[] = hasPostgres ? ['embedded', 'postgres'] : ['embedded']

/** The same sentences on the embedded database and on PostgreSQL, skipped where that is not installed; a server for each. */
export function onEveryDatabase(sentences: Sentences): void {
  onDatabases(['embedded', 'postgres'], sentences)
}

/** True in `npm run test:long`. */
export const isLongRun = process.env['TEST_LONG'] !== undefined

/**
 * The one for sentences in which the database has no say: PostgreSQL where it is installed, because it starts and answers in a
 * tenth of the time, and the embedded one elsewhere and in the long run.
 */
export const anyDatabase: DatabaseKind = hasPostgres && !isLongRun ? 'postgres' : 'embedded'

/**
 * For such sentences, and in `npm run test:long -- databases` for both. What depends on the driver, or on what happens at the
 * same time, belongs to `onEveryDatabase`.
 */
export function onAnyDatabase(sentences: Sentences): void {
  onDatabases(isLongRun ? ['embedded', 'postgres'] : [anyDatabase], sentences)
}

/** Below `onEveryDatabase`, true where the sentences that follow are for `onAnyDatabase`. */
export function isNightly(kind: DatabaseKind): boolean {
  return kind !== anyDatabase && !isLongRun
}

type Sentences = (server: () => TestServer, kind: DatabaseKind) => void

function onDatabases(kinds: readonly DatabaseKind[], sentences: Sentences): void {
  describeOn(kinds, (kind) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(kind)
    })
    afterAll(() => server.stop())
    sentences(() => server, kind)
  })
}

/**
 * The same tests once for each of these databases. `npm test` takes PostgreSQL where it is installed, which is many times
 * faster; the embedded one is under its journeys.
 */
export function describeOn(kinds: readonly DatabaseKind[], tests: (kind: DatabaseKind) => void): void {
  for (const kind of kinds) {
    const tags = kind === 'embedded' && anyDatabase === 'postgres' ? ['long'] : []
    describe.skipIf(kind === 'postgres' && !hasPostgres)(`on ${kind}`, { tags }, () => tests(kind))
  }
}

/** Puts an initialised embedded database into a data folder; initialising one anew would take seconds each time. */
export async function newEmbeddedDatabase(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await copyFolder(path.join(inject('embeddedTemplate'), 'database'), path.join(dataDir, 'database'))
}

/** To a place where nothing is. Node's own way takes ten times the processor for the hundreds of files of a database. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', from, to])
}

export type PostgresDatabase = { url: string; drop: () => Promise<void> }

/** A database of its own on the PostgreSQL that all server tests share. */
export async function newPostgresDatabase(template = 'fanlight_template'): Promise<PostgresDatabase> {
  const folder = inject('postgresFolder')
  const name = `test_${randomBytes(6).toString('hex')}`
  await askPostgres(folder, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: postgresUrl(folder, name),
    drop: () => askPostgres(folder, `drop database ${name} with (force)`),
  }
}
