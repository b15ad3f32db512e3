import type { Transaction } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { notFound, versionIsStale } from '#server/problem-responses.ts'
import { isStale } from './if-match.ts'
import type { Outcome, Versioned } from './outcome.ts'

/**
 * A write upon a record of the agent as it is now, found by `path`, the ids in its address. Without it the answer is
 * 404; when the request was made for another version, 412 with the record.
 */
export function writeCurrent<Current extends Versioned, Path extends number[]>(
  database: Database,
  request: WriteRequest,
  find: (trx: Transaction<Tables>, agentId: number, ...path: Path) => Promise<Current | undefined>,
  path: Path,
  work: (trx: Transaction<Tables>, context: WriteContext, current: Current) => Promise<Outcome>,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const current = await find(trx, context.agentId, ...path)
    if (current === undefined) return notFound()
    return isStale(context.ifMatch, current) ? versionIsStale(current) : work(trx, context, current)
  })
}
