import type { Transaction } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { idByClientKey } from '#server/database/own-rows.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { created, type Versioned } from '#server/http/outcome.ts'
import { notFound } from '#server/problem-responses.ts'
import { ownsListing } from './listings-repository.ts'

/** What happens at a listing: showings and open houses. */
type OfListing<Added extends Versioned & { listing: number }, NewOne> = {
  table: 'showings' | 'open_houses'
  /** Its collection's name in addresses, `showings`. */
  collection: string
  insert: (trx: Transaction<Tables>, context: WriteContext, listingId: number, newOne: NewOne) => Promise<number>
  read: (trx: Transaction<Tables>, agentId: number, ids: readonly number[]) => Promise<Added[]>
}

/**
 * Adds to a listing of the agent. What an earlier revision of the same operation made is the answer, wherever it is now;
 * what clashes with another is taken all the same: the agent was warned and knows better.
 */
export function addToListing<Added extends Versioned & { listing: number }, NewOne>(
  database: Database,
  request: WriteRequest,
  { table, collection, insert, read }: OfListing<Added, NewOne>,
  listingId: number,
  newOne: NewOne,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    if (!(await ownsListing(trx, context.agentId, listingId))) return notFound()
    const id = (await idByClientKey(trx, table, context)) ?? (await insert(trx, context, listingId, newOne))
    const [record] = await read(trx, context.agentId, [id])
    if (record === undefined) return notFound()
    return created(record, `/api/listings/${record.listing}/${collection}/${record.id}/`)
  })
}
