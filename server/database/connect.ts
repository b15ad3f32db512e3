import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { WrongSetting } from '#server/config.ts'
import { makeNamedFolder } from '#server/make-folder.ts'
import { signalsInProcess, signalsOverPostgres, type AgentSignals } from './agent-signals.ts'
import { refusePartOfDataFolder } from './check-data-folder.ts'
import { isDamage, isPassing } from './database-errors.ts'
import { diskRoomOf } from './disk-room.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { migrateToLatest } from './migrate.ts'
import { withNamedPlans } from './named-plans.ts'
import type { Tables } from './tables.ts'
import { connectionOptions, withoutTimeLimits } from './time-limits.ts'
import { writeGroup, type WriteGroup } from './write-group.ts'
import { write, type Work, type WriteOutcome, type WriteRequest } from './write.ts'

export type Database = {
  /** For reading, and for the few writes that belong to no agent. */
  db: Kysely<Tables>
  /** The one way to change an agent's records; see `write.ts`. */
  write(request: WriteRequest, work: Work): Promise<WriteOutcome>
  /** Places for requests of one agent that are written in one transaction; see `write-group.ts`. */
  writeGroup(size: number, before?: Promise<void>): WriteGroup
  /** Tells listeners that an agent's records have changed. */
  signals: AgentSignals
  /** True while the disk has no room for a write; always false for a PostgreSQL, which says so itself. */
  isDiskFull(): Promise<boolean>
  /** Copies the embedded database's folder as it is at one moment; null for PostgreSQL. */
  copyTo: ((folder: string) => Promise<void>) | null
  /** True where nothing vacuums by itself. */
  needsVacuum: boolean
  close(): Promise<void>
}

export type DatabaseChoice = {
  dataDir: string
  databaseUrl: string | undefined
  /** The built `database-worker.ts`; only the embedded database needs it. */
  workerFile: URL
  /** Called once when the database is lost for good: the process must end. */
  onLost: (error: Error) => void
  /** What brings the tables to their shape, where that is not the latest. */
  migrate?: (db: Kysely<Tables>) => Promise<void>
}

/** Opens the database, brings it to the latest migration, and refuses a data folder that is already open. */
export async function openDatabase(choice: DatabaseChoice): Promise<Database> {
  const opened = choice.databaseUrl === undefined ? await openEmbedded(choice) : openPostgres(choice.databaseUrl)
  // A connection that breaks is replaced by the pool, and its query fails; without these listeners, one for those that
  // are idle and one for those between two queries, it would end the process as well.
  opened.pool.on('error', () => {})
  opened.pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withNamedPlans(opened.pool) }),
  })
  const signals =
    choice.databaseUrl === undefined
      ? signalsInProcess()
      : signalsOverPostgres(choice.databaseUrl, (channel, text) =>
          sql`select pg_notify(${channel}, ${text})`.execute(db),
        )
  const close = async (): Promise<void> => {
    await signals.close()
    await db.destroy()
    await opened.close()
  }
  try {
    // A migration of a large database takes longer than a statement of a request may.
    await withoutTimeLimits(db, choice.migrate ?? migrateToLatest)
  } catch (error) {
    await close()
    if (choice.databaseUrl !== undefined) throw unreachable(error)
    throw isDamage(error) ? unopened(error, choice.dataDir) : error
  }
  return {
    db,
    write: async (request, work) => {
      const outcome = await (request.member?.write(request, work) ?? write(db, request, work))
      if (outcome.status < 400 && !outcome.replayed) signals.tell(request.agentId)
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
    ...common,
    connectionString,
    max: 10,
    // After a failover the old machine may be silent on open connections, and a query would wait for it for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: connectionOptions,
  })
  return { pool, isDiskFull: async () => false, needsVacuum: false, copyTo: null, close: async () => {} }
}

async function openEmbedded({ dataDir, workerFile, onLost }: DatabaseChoice): Promise<Opened> {
  await makeNamedFolder('DATA_DIR', dataDir)
  const { isFull } = diskRoomOf(dataDir)
  if (await isFull()) throw new WrongSetting(`DATA_DIR ${dataDir} is on a disk that is full.`)
  const lock = await lockDataFolder(dataDir, onLost)
  try {
    await refusePartOfDataFolder(dataDir)
    const embedded = await startEmbeddedDatabase(workerFile, path.join(dataDir, 'database'), onLost).catch(
      (error: unknown) => {
        throw unopened(error, dataDir)
      },
    )
    const pool = new Pool({
      ...common,
      user: 'postgres',
      database: 'postgres',
      // PGlite has one session. Requests wait for it here, so no lock inside it is ever contended.
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

/** A thread that could not begin says why in its own words; everything else that PGlite says is about its own code. */
function unopened(error: unknown, dataDir: string): unknown {
  if (error instanceof Error && error.message.startsWith('The embedded database does not sync')) return error
  return new WrongSetting(
    `The database in DATA_DIR ${dataDir} cannot be opened: it is damaged, or this user may not read it. Restore the newest backup (docs/backup.md) into an empty folder.`,
    { cause: error },
  )
}

/** What PostgreSQL, or the way to it, says when no connection can be made at this address. */
const noEntrance: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000'])

function unreachable(error: unknown): unknown {
  // A migration says in its cause what stopped it.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return error
  const code = 'code' in cause ? cause.code : undefined
  if (!isPassing(cause) && !noEntrance.has(code)) return error
  return new WrongSetting(
    `DATABASE_URL names a database that cannot be opened (${typeof code === 'string' ? code : 'no answer'}).`,
  )
}

const common = {
  /** How long a request waits for a connection before it is answered 503. */
  connectionTimeoutMillis: 15_000,
  types: { getTypeParser: typeParser },
} satisfies PoolConfig

const int8 = 20

/** As `pg` reads every type, except that our ids, cents and counts (all below 2^53) are numbers. */
function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === int8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)
}
