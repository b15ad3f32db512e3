import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryResult,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Statements that go to the database without anybody waiting for their answer. */
const ahead = new WeakSet<CompiledQuery>()

/**
 * Sends a statement whose answer says nothing but that it worked, and returns when it is on its way: the next statement of
 * the transaction travels with it. A failure is thrown by that one, the commit at the latest.
 */
export async function sendAhead(trx: Transaction<Tables>, query: CompiledQuery): Promise<void> {
  ahead.add(query)
  await trx.executeQuery(query)
}

/**
 * PostgreSQL over a `pg` pool with pipelines: `begin` and `savepoint` wait for no answer, so that they cost no journey of
 * their own. The database still does one statement after the other, in the order in which they were sent.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
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

  async #send<Row>(connection: DatabaseConnection, query: CompiledQuery, execute: Execute): Promise<QueryResult<Row>> {
    const before = this.#unanswered.get(connection)?.splice(0) ?? []
    const answer = execute<Row>(query)
    if (ahead.has(query)) {
      for (const one of [...before, answer]) this.#noteUnanswered(connection, one)
      return { rows: [] }
    }
    // The first failure is the cause; the others only say that the transaction is lost.
    await Promise.all([...before, answer])
    return answer
  }

  #noteUnanswered(connection: DatabaseConnection, answer: Promise<unknown>): void {
    // Whoever asks next hears of a failure; nobody else has to.
    answer.catch(() => {})
    this.#unanswered.get(connection)?.push(answer)
  }
}
