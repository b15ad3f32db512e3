import type { Transaction } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { notFound, versionIsStale } from '#server/problem-responses.ts'
import { isStale } from './if-match.ts'
import { answered, type Outcome, type Versioned } from './outcome.ts'

/**
 * Finds a record and changes it with `work`, in one transaction. Responds 404 if `find` returns nothing, and 412 with the
 * current record if `If-Match` names another version.
 */
export function findAndWrite<Current extends Versioned>(
  database: Database,
  request: WriteRequest,
  find: (trx: Transaction<Tables>, agentId: number) => Promise<Current | undefined>,
  work: (trx: Transaction<Tables>, context: WriteContext, current: Current) => Promise<Outcome>,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const current = await find(trx, context.agentId)
    if (current === undefined) return notFound()
    if (isStale(context.ifMatch, current)) return versionIsStale(current)
    // An empty PATCH succeeds: a newer client may send only fields that this server does not have.
    return request.changesNothing === true ? answered(current) : work(trx, context, current)
  })
}
