import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryResult,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Statements that go to the database without anybody waiting for their answer, and who looks at it when it comes. */
const ahead = new WeakMap<CompiledQuery, (answer: Promise<QueryResult<unknown>>) => Promise<void>>()

/**
 * Sends a statement and returns when it is on its way: the next statement of the transaction travels with it. Its failure,
 * or what `look` throws at its rows, is thrown by that next one instead of an answer, the commit at the latest.
 */
export async function sendAhead<Row>(
  trx: Transaction<Tables>,
  query: CompiledQuery<Row>,
  look: (rows: readonly Row[]) => void = () => {},
): Promise<{ answered: Promise<void> }> {
  let answered = Promise.resolve()
  ahead.set(query, (answer) => {
    answered = answer.then(({ rows }) => look(rows as readonly Row[]))
    return answered
  })
  await trx.executeQuery(query)
  return { answered }
}

/** Connections that are given back before their commit is answered, and that commit once it is sent. */
const commitsAhead = new WeakMap<DatabaseConnection, Promise<void> | 'wanted'>()

/**
 * Sends the commit and gives the connection back: the next transaction travels with it. Nothing is safe until the promise
 * that comes back says so; a failure of the transaction is thrown by that one.
 */
export async function commitAhead(trx: ControlledTransaction<Tables>): Promise<{ isSafe: Promise<void> }> {
  const connection = await trx.getExecutor().provideConnection(async (itself) => itself)
  commitsAhead.set(connection, 'wanted')
  try {
    await trx.commit().execute()
    const isSafe = commitsAhead.get(connection)
    return { isSafe: isSafe instanceof Promise ? isSafe : Promise.resolve() }
  } finally {
    commitsAhead.delete(connection)
  }
}

type PipelinedDialectConfig = PostgresDialectConfig & {
  /** There is but one connection, and whoever waits for it is better off right behind a commit than after it. */
  hasOneConnection: boolean
}

/**
 * PostgreSQL over a `pg` pool with pipelines: `begin` and `savepoint` wait for no answer, so that they cost no journey of
 * their own. The database still does one statement after the other, in the order in which they were sent.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #config: PipelinedDialectConfig

  constructor(config: PipelinedDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#config)
  }
}

type Execute = DatabaseConnection['executeQuery']

class PipelinedDriver extends PostgresDriver {
  readonly #unanswered = new WeakMap<DatabaseConnection, Promise<unknown>[]>()
  readonly #hasOneConnection: boolean

  constructor(config: PipelinedDialectConfig) {
    super(config)
    this.#hasOneConnection = config.hasOneConnection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (!this.#unanswered.has(connection)) {
      this.#unanswered.set(connection, [])
      const execute: Execute = connection.executeQuery.bind(connection)
      connection.executeQuery = <Row>(query: CompiledQuery) => this.#send<Row>(connection, query, execute)
    }
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#noteUnanswered(connection, super.beginTransaction(connection, settings))
  }

  override async savepoint(...[connection, name, compile]: Parameters<PostgresDriver['savepoint']>): Promise<void> {
    this.#noteUnanswered(connection, super.savepoint(connection, name, compile))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const committed = super.commitTransaction(connection)
    if (!this.#hasOneConnection || commitsAhead.get(connection) !== 'wanted') return committed
    committed.catch(() => {})
    commitsAhead.set(connection, committed)
  }

  async #send<Row>(connection: DatabaseConnection, query: CompiledQuery, execute: Execute): Promise<QueryResult<Row>> {
    const before = this.#unanswered.get(connection)?.splice(0) ?? []
    const answer = afterThose(before, execute<Row>(query))
    const look = ahead.get(query)
    if (look === undefined) return answer
    this.#noteUnanswered(connection, look(answer))
    return { rows: [] }
  }

  #noteUnanswered(connection: DatabaseConnection, answer: Promise<unknown>): void {
    // Whoever asks next hears of a failure; nobody else has to.
    answer.catch(() => {})
    this.#unanswered.get(connection)?.push(answer)
  }
}

/** Rejects as the first of them that was sent did: that is the cause, the others only say that the transaction is lost. */
async function afterThose<Answer>(before: readonly Promise<unknown>[], answer: Promise<Answer>): Promise<Answer> {
  for (const one of await Promise.allSettled([...before, answer])) if (one.status === 'rejected') throw one.reason
  return answer
}
