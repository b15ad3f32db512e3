import type { Transaction } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { Wanted } from '#server/database/read-first.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Work, WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { notFound, versionIsStale } from '#server/problem-responses.ts'
import { isStale } from './if-match.ts'
import { answered, type Outcome, type Versioned } from './outcome.ts'

/**
 * A write upon a record of the agent as it is now, found by `path`, the ids in its address. Without it the answer is
 * 404; when the request was made for another version, 412 with the record.
 */
export function writeCurrent<Current extends Versioned, Path extends number[]>(
  database: Database,
  request: WriteRequest,
  find: (trx: Transaction<Tables>, agentId: number, ...path: Path) => Promise<Current | undefined>,
  path: Path,
  work: WorkOnCurrent<Current>,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) =>
    onCurrent(trx, context, await find(trx, context.agentId, ...path), workOf(request, work)),
  )
}

/** The same for records that only requests of their own change; the works of a group read theirs in one question. */
export function writeOwnCurrent<Current extends Versioned & { id: number }>(
  database: Database,
  request: WriteRequest,
  wanted: Wanted<Current>,
  work: WorkOnCurrent<Current>,
): Promise<WriteOutcome> {
  const whole: Work = async (trx, context) =>
    onCurrent(trx, context, await context.readFirst(trx, wanted), workOf(request, work))
  return database.write(request, Object.assign(whole, { wanted }))
}

export type WorkOnCurrent<Current> = (
  trx: Transaction<Tables>,
  context: WriteContext,
  current: Current,
) => Promise<Outcome>

/** A program of another version may name fields that this server does not have: it gets the record as it is. */
function workOf<Current extends Versioned>(
  { changesNothing = false }: WriteRequest,
  work: WorkOnCurrent<Current>,
): WorkOnCurrent<Current> {
  return changesNothing ? async (_trx, _context, current) => answered(current) : work
}

async function onCurrent<Current extends Versioned>(
  trx: Transaction<Tables>,
  context: WriteContext,
  current: Current | undefined,
  work: WorkOnCurrent<Current>,
): Promise<Outcome> {
  if (current === undefined) return notFound()
  return isStale(context.ifMatch, current) ? versionIsStale(current) : work(trx, context, current)
}
