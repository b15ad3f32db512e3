import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { networkOf } from '#server/http/network-of.ts'
import { problem, RefusedRequest } from '#server/problem-responses.ts'
import { keyedHash } from './secret-tokens.ts'
import { nameKey } from './agents-repository.ts'

/** The number of failures before the first pause. A whole office may share one IP address, so an address may fail more often than a name. */
const freeFailures = { name: 5, address: 20 }
const longestPauseSeconds = 900

/** `device`: the id of a device on which this name has signed in before, or the name of a separate count, such as `mail`; else null. */
type LoginAttempt = { username: string; address: string; device: string | null }

export async function countAttemptOrThrow(db: Kysely<Tables>, secret: string, attempt: LoginAttempt): Promise<void> {
  const seconds = await countAttempt(db, secret, attempt)
  if (seconds === 0) return
  throw new RefusedRequest(
    problem(429, 'too_many_attempts', `Too many attempts. Please wait ${seconds} seconds and try again.`, {
      headers: { 'retry-after': String(seconds) },
    }),
  )
}

/**
 * Returns 0 and counts the attempt as failed, or returns the remaining seconds of a pause and does not count it. It counts before the
 * password is checked, so that concurrent attempts cannot exceed the limit; `clearFailures` reverts that. Pauses double up to 15 minutes;
 * all processes share them. An attempt with a `device` has its own count, so that strangers cannot lock out the agent.
 */
export async function countAttempt(db: Kysely<Tables>, secret: string, attempt: LoginAttempt): Promise<number> {
  const { name, address } = subjectsOf(secret, attempt)
  if (address === null) return countFailure(db, name, freeFailures.name)
  const addressPause = await countFailure(db, address, freeFailures.address)
  if (addressPause > 0) return addressPause
  const namePause = await countFailure(db, name, freeFailures.name)
  if (namePause > 0) await uncountFailure(db, address)
  return namePause
}

/** After a correct password or code: clears the failures of the name, and the one that this attempt counted for the address. */
export async function clearFailures(db: Kysely<Tables>, secret: string, attempt: LoginAttempt): Promise<void> {
  const { name, address } = subjectsOf(secret, attempt)
  await db.deleteFrom('login_failures').where('subject', '=', name).execute()
  if (address !== null) await uncountFailure(db, address)
}

/** After a password reset, clears the name's failed logins on unknown devices. */
export async function forgiveName(db: Kysely<Tables>, secret: string, username: string): Promise<void> {
  const { name } = subjectsOf(secret, { username, address: '', device: null })
  await db.deleteFrom('login_failures').where('subject', '=', name).execute()
}

function subjectsOf(
  secret: string,
  { username, address, device }: LoginAttempt,
): { name: string; address: string | null } {
  if (device !== null) return { name: keyedHash(secret, `device ${device} name ${nameKey(username)}`), address: null }
  return {
    name: keyedHash(secret, `name ${nameKey(username)}`),
    address: keyedHash(secret, `address ${networkOf(address)}`),
  }
}

/** A stored pause that ends later than this is ignored: the clock was ahead when it was stored (fault J9). */
const latestPauseEnd = sql<Date>`now() + make_interval(secs => ${sql.lit(longestPauseSeconds)})`

/** A time that has passed by any clock, even one that is set back. */
const noPause = sql<Date>`timestamptz 'epoch'`

async function countFailure(db: Kysely<Tables>, subject: string, free: number): Promise<number> {
  const counted = await db
    .insertInto('login_failures')
    .values({ subject, failures: 1, last_failed_at: sql`now()`, blocked_until: noPause })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures: sql`login_failures.failures + 1`,
          last_failed_at: sql`now()`,
          blocked_until: pauseAfter(sql`login_failures.failures + 1`, free),
        })
        .where((row) => row.not(row.between('login_failures.blocked_until', sql<Date>`now()`, latestPauseEnd))),
    )
    .returning('subject')
    .executeTakeFirst()
  return counted === undefined ? secondsLeft(db, subject) : 0
}

function pauseAfter(failures: RawBuilder<unknown>, free: number): RawBuilder<Date> {
  // The exponent is capped, too: otherwise the power overflows after a thousand failures.
  return sql<Date>`case when ${failures} <= ${sql.lit(free)} then ${noPause} else now() + make_interval(
    secs => least(${sql.lit(longestPauseSeconds)}, power(2, least(${failures} - ${sql.lit(free)}, 20)))) end`
}

async function secondsLeft(db: Kysely<Tables>, subject: string): Promise<number> {
  const row = await db
    .selectFrom('login_failures')
    .select(sql<number>`ceil(extract(epoch from blocked_until - now()))::integer`.as('seconds'))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return Math.max(1, row?.seconds ?? 1)
}

async function uncountFailure(db: Kysely<Tables>, subject: string): Promise<void> {
  await db
    .updateTable('login_failures')
    .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: noPause })
    .where('subject', '=', subject)
    .execute()
}
