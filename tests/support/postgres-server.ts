import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

/** The folder of PostgreSQL's programs; undefined if it is not installed. */
export const postgresBinaries = [
  process.env['POSTGRES_BIN'],
  ...[18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`),
].find((folder) => folder !== undefined && folder !== '' && existsSync(path.join(folder, 'initdb')))

export type PostgresServer = {
  folder: string
  urlOf: (database: string) => string
  createDatabase: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a private PostgreSQL: a socket in its own folder, no port. Without fsync, because durability is tested on the embedded
 * database; set `isDurable` where time is measured.
 */
export async function startPostgres({ isDurable = false, place = os.tmpdir() } = {}): Promise<PostgresServer> {
  if (postgresBinaries === undefined) throw new Error('PostgreSQL is not installed.')
  const folder = await mkdtemp(path.join(place, 'fanlight-postgres-'))
  const data = path.join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  const owner = await postgresUser()
  for (const place of owner === undefined ? [] : [folder, data]) await chown(place, owner!.uid, owner!.gid)
  await run(
    path.join(postgresBinaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8'],
    { ...owner, cwd: folder },
  )
  const server = spawn(
    path.join(postgresBinaries, 'postgres'),
    // oxfmt-ignore
    [
      '-D', data, '-k', folder,
      '-c', 'listen_addresses=', '-c', 'max_connections=200', '-c', `fsync=${isDurable ? 'on' : 'off'}`,
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_MESSAGES: 'C' } },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  process.once('exit', () => server.kill('SIGKILL'))
  await untilReady(server)
  return {
    folder,
    urlOf: (database) => postgresUrl(folder, database),
    createDatabase: (name) => askPostgres(folder, `create database ${name}`),
    async stop() {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function postgresUrl(folder: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
}

/** Runs a statement in the server's own database, to create and drop others. */
export async function askPostgres(folder: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(folder, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Dumps a database, also while it is in use. */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  await run(path.join(postgresBinaries!, 'pg_dump'), ['-U', 'postgres', '-f', file, url])
}

export async function loadDump(url: string, file: string): Promise<void> {
  await run(path.join(postgresBinaries!, 'psql'), ['-q', '-U', 'postgres', '-d', url, '-f', file])
}

/** initdb refuses root, so root becomes the user of Debian's package. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

/** Resolves when PostgreSQL accepts connections; rejects with its log if it ends first. */
async function untilReady(server: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (piece: Buffer) => {
      if (said.includes(isReady)) return
      said += piece.toString()
      if (said.includes(isReady)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
}

const isReady = 'database system is ready to accept connections'
