import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { ExplainedError } from '#server/config.ts'
import { makeNamedFolder } from '#server/make-folder.ts'
import { signalsInProcess, signalsOverPostgres, type AgentSignals } from './agent-signals.ts'
import { isDamage, isTransient } from './database-errors.ts'
import { watchDiskSpace } from './disk-room.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { migrateToLatest } from './migrate.ts'
import { withNamedPlans } from './named-plans.ts'
import type { Tables } from './tables.ts'
import { connectionOptions, withoutTimeLimits } from './time-limits.ts'
import { writeGroup, type WriteGroup } from './write-group.ts'
import { write, type Work, type WriteOutcome, type WriteRequest } from './write.ts'

export type Database = {
  /** For reads, and for the few writes outside `write`, such as those of sessions and imports. */
  db: Kysely<Tables>
  /** Writes in one transaction, once per idempotency key, and notifies the agent's devices. */
  write(request: WriteRequest, work: Work): Promise<WriteOutcome>
  /** Lets `size` requests of one agent write in one transaction, which begins after `before`; see `write-group.ts`. */
  writeGroup(size: number, before?: Promise<void>): WriteGroup
  signals: AgentSignals
  /** Always false for PostgreSQL, which reports a full disk itself. */
  isDiskFull(): Promise<boolean>
  /** Copies a consistent snapshot of the embedded database's folder; null for PostgreSQL. */
  copyTo: ((folder: string) => Promise<void>) | null
  /** True if the database has no autovacuum, so that housekeeping vacuums it. */
  needsVacuum: boolean
  close(): Promise<void>
}

export type DatabaseOptions = {
  dataDir: string
  /** A PostgreSQL database; if undefined, the embedded database in `dataDir` is opened. */
  databaseUrl: string | undefined
  /** Script of the thread that runs the embedded database. */
  workerFile: URL
  /** Called once if the database fails permanently. The process must exit then. */
  onLost: (error: Error) => void
  /** Migrates the tables; by default to the latest migration. */
  migrate?: (db: Kysely<Tables>) => Promise<void>
}

/** Opens the database, migrates it to the latest version, and refuses a data folder that is already open. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = options.databaseUrl === undefined ? await openEmbedded(options) : openPostgres(options.databaseUrl)
  // The pool replaces broken connections, and their queries fail. Without a listener, an error of an idle (first) or active
  // (second) connection would also end the process.
  opened.pool.on('error', () => {})
  opened.pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withNamedPlans(opened.pool) }),
  })
  const signals =
    options.databaseUrl === undefined
      ? signalsInProcess()
      : signalsOverPostgres(options.databaseUrl, (channel, text) =>
          sql`select pg_notify(${channel}, ${text})`.execute(db),
        )
  const close = async (): Promise<void> => {
    await signals.close()
    await db.destroy()
    await opened.close()
  }
  try {
    // Migrating a large database takes longer than the time limit of statements.
    await withoutTimeLimits(db, options.migrate ?? migrateToLatest)
  } catch (error) {
    await close()
    if (options.databaseUrl !== undefined) throw cannotConnect(error)
    throw isDamage(error) ? cannotOpen(error, options.dataDir) : error
  }
  return {
    db,
    write: async (request, work) => {
      const outcome = await (request.member?.write(request, work) ?? write(db, request, work))
      if (outcome.status < 400 && !outcome.replayed) signals.notify(request.agentId)
      return outcome
    },
    writeGroup: (size, before) => writeGroup(db, size, before),
    signals,
    isDiskFull: opened.isDiskFull,
    copyTo: opened.copyTo,
    needsVacuum: opened.needsVacuum,
    close,
  }
}

type Opened = Pick<Database, 'isDiskFull' | 'needsVacuum' | 'copyTo'> & { pool: Pool; close: () => Promise<void> }

function openPostgres(connectionString: string): Opened {
  const pool = new Pool({
    ...poolConfig,
    connectionString,
    max: 10,
    // After a failover the old machine may not answer, and a query would wait indefinitely.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: connectionOptions,
  })
  return { pool, isDiskFull: async () => false, needsVacuum: false, copyTo: null, close: async () => {} }
}

async function openEmbedded({ dataDir, workerFile, onLost }: DatabaseOptions): Promise<Opened> {
  await makeNamedFolder('DATA_DIR', dataDir)
  const { isFull } = watchDiskSpace(dataDir)
  if (await isFull()) throw new ExplainedError(`DATA_DIR ${dataDir} is on a disk that is full.`)
  const lock = await lockDataFolder(dataDir, onLost)
  try {
    await refuseIncompleteDataFolder(dataDir)
    const embedded = await startEmbeddedDatabase(workerFile, path.join(dataDir, 'database'), onLost).catch(
      (error: unknown) => {
        throw cannotOpen(error, dataDir)
      },
    )
    const pool = new Pool({
      ...poolConfig,
      user: 'postgres',
      database: 'postgres',
      // PGlite has one session. Requests wait for it in the pool, so locks are never contended.
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => embedded.openStream(),
    })
    const close = async (): Promise<void> => {
      await embedded.close()
      await lock.release()
    }
    return { pool, isDiskFull: isFull, needsVacuum: true, copyTo: embedded.copyTo, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Throws `ExplainedError` for an incomplete copy of a data folder, because the server would create an empty database in it. */
async function refuseIncompleteDataFolder(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, 'database', 'PG_VERSION'))) return
  const incomplete = (what: string) =>
    new ExplainedError(
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

/** Returns the error to report: of the worker's errors, only the one about syncing is written for users, so the others are replaced. */
function cannotOpen(error: unknown, dataDir: string): unknown {
  if (error instanceof Error && error.message.startsWith('The embedded database does not sync')) return error
  return new ExplainedError(
    `The database in DATA_DIR ${dataDir} cannot be opened: it is damaged, or this user may not read it. Restore the newest backup (docs/backup.md) into an empty folder.`,
    { cause: error },
  )
}

const loginErrorCodes: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000'])

function cannotConnect(error: unknown): unknown {
  // A failed migration has the database's error as its cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return error
  const code = 'code' in cause ? cause.code : undefined
  if (!isTransient(cause) && !loginErrorCodes.has(code)) return error
  return new ExplainedError(
    `DATABASE_URL names a database that cannot be opened (${typeof code === 'string' ? code : 'no answer'}).`,
  )
}

const poolConfig = {
  /** A request that waits longer for a connection is answered 503. */
  connectionTimeoutMillis: 15_000,
  types: { getTypeParser: typeParser },
} satisfies PoolConfig

const int8 = 20

/** Parses like `pg`, but int8 as numbers: ids, cents and counts are below 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === int8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)
}
