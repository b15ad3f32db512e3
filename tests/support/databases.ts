import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { askPostgres, postgresUrl } from './postgres-server.ts'
import { startTestServer, type TestServer } from './server.ts'

export type DatabaseKind = 'embedded' | 'postgres'

export const hasPostgres = inject('postgresFolder') !== ''

export const databaseKinds: DatabaseKind[] = hasPostgres ? ['embedded', 'postgres'] : ['embedded']

/** Runs the tests on the embedded database and on PostgreSQL (skipped if not installed), with a server for each. */
export function onEveryDatabase(sentences: DatabaseTests): void {
  onDatabases(['embedded', 'postgres'], sentences)
}

/** True in `npm run test:long`. */
export const isLongRun = process.env['TEST_LONG'] !== undefined

/** For tests that do not depend on the database: PostgreSQL if installed, which is ten times faster, but not in long runs. */
export const anyDatabase: DatabaseKind = hasPostgres && !isLongRun ? 'postgres' : 'embedded'

/** For such tests; long runs use both. Tests that depend on the driver or on concurrency belong in `onEveryDatabase`. */
export function onAnyDatabase(sentences: DatabaseTests): void {
  onDatabases(isLongRun ? ['embedded', 'postgres'] : [anyDatabase], sentences)
}

/** Inside `onEveryDatabase`: true where tests should run as in `onAnyDatabase`. */
export function isNightly(kind: DatabaseKind): boolean {
  return kind !== anyDatabase && !isLongRun
}

type DatabaseTests = (server: () => TestServer, kind: DatabaseKind) => void

function onDatabases(kinds: readonly DatabaseKind[], sentences: DatabaseTests): void {
  describeOn(kinds, (kind) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(kind)
    })
    afterAll(() => server.stop())
    sentences(() => server, kind)
  })
}

/** The same tests once for each database. `npm test` skips the embedded one if PostgreSQL is installed. */
export function describeOn(kinds: readonly DatabaseKind[], tests: (kind: DatabaseKind) => void): void {
  for (const kind of kinds) {
    const tags = kind === 'embedded' && anyDatabase === 'postgres' ? ['long'] : []
    describe.skipIf(kind === 'postgres' && !hasPostgres)(`on ${kind}`, { tags }, () => tests(kind))
  }
}

/** Copies an initialized embedded database into a data folder; initializing one takes seconds. */
export async function newEmbeddedDatabase(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await copyFolder(path.join(inject('embeddedTemplate'), 'database'), path.join(dataDir, 'database'))
}

/** The target must not exist. Node's own `cp` takes ten times the CPU for a database's hundreds of files. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', from, to])
}

export type PostgresDatabase = { url: string; drop: () => Promise<void> }

export async function newPostgresDatabase(template = 'fanlight_template'): Promise<PostgresDatabase> {
  const folder = inject('postgresFolder')
  const name = `test_${randomBytes(6).toString('hex')}`
  await askPostgres(folder, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: postgresUrl(folder, name),
    drop: () => askPostgres(folder, `drop database ${name} with (force)`),
  }
}
