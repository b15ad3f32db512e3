import { newShowingSchema, type NewShowing, type ShowingChanges } from '#core/contract/showing.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { ownsListing } from '#server/listings/listings-repository.ts'
import { notFound } from '#server/problem-responses.ts'
import {
  deleteShowing,
  findShowing,
  findShowingIdByKey,
  insertShowing,
  readShowings,
  updateShowing,
} from './showings-repository.ts'

/** Adds a showing. One that clashes with another is taken all the same: the agent was warned and knows better. */
export function addShowing(
  database: Database,
  request: WriteRequest,
  listingId: number,
  showing: NewShowing,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    if (!(await ownsListing(trx, context.agentId, listingId))) return notFound()
    const id = (await findShowingIdByKey(trx, context)) ?? (await insertShowing(trx, context, listingId, showing))
    const [record] = await readShowings(trx, context.agentId, [id])
    return record === undefined ? notFound() : created(record, `/api/listings/${record.listing}/showings/${record.id}/`)
  })
}

/** Changes the named fields; what the showing then is must satisfy the rules as a whole. */
export function changeShowing(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: ShowingChanges,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findShowing, [listingId, id], async (trx, context, current) => {
    await updateShowing(trx, context, id, parseFields(newShowingSchema, { ...current, ...changes }))
    const changed = await findShowing(trx, context.agentId, listingId, id)
    return changed === undefined ? notFound() : answered(changed)
  })
}

export function removeShowing(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findShowing, [listingId, id], async (trx, context) => {
    await deleteShowing(trx, context, id)
    return removed()
  })
}
