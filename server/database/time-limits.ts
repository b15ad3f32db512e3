import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** How long a write waits for another one of the same agent. */
export const lockTimeoutMs = 5000

/**
 * What every connection to PostgreSQL asks for. A process that is frozen in a transaction, or whose line was cut, holds locks and holds
 * back the feed of all agents; the database ends its session after 15 seconds. In a zone with daylight-saving time, a day that
 * is added to a moment may have 23 or 25 hours, so sessions and pauses would end an hour off.
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

/** For a transaction that moves whole tables, or waits for disks and other servers between two statements. */
export async function liftTimeLimits(trx: Transaction<Tables>): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
}

/** Runs a work on one connection that has no time limits. */
export function withoutTimeLimits<T>(db: Kysely<Tables>, work: (one: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (one) => {
    await sql`select set_config('statement_timeout', '0', false),
      set_config('idle_in_transaction_session_timeout', '0', false)`.execute(one)
    try {
      return await work(one)
    } finally {
      // A connection that was lost is not used again.
      await sql`select set_config(name, reset_val, false) from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`
        .execute(one)
        .catch(() => {})
    }
  })
}
