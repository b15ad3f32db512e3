import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export const lockTimeoutMs = 5000

/**
 * A client that hangs in a transaction holds locks and delays all feeds, so PostgreSQL ends its session after 15 s. The time zone is UTC:
 * with daylight saving, a day of 23 hours would shift expiry times.
 */
export const connectionOptions = Object.entries({
  timezone: 'UTC',
  lock_timeout: lockTimeoutMs,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Lifts the limits for statements and idle time in a transaction that changes whole tables, or waits for disks or other servers. */
export async function liftTimeLimits(trx: Transaction<Tables>): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
}

/** Runs `work` without the limits for statements and idle transactions, on a connection that no other code uses at the same time. */
export function withoutTimeLimits<T>(db: Kysely<Tables>, work: (connection: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false),
      set_config('idle_in_transaction_session_timeout', '0', false)`.execute(connection)
    try {
      return await work(connection)
    } finally {
      // If this fails, the connection is broken and is not reused.
      await sql`select set_config(name, reset_val, false) from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`
        .execute(connection)
        .catch(() => {})
    }
  })
}
