import { newShowingSchema, type NewShowing, type ShowingChanges } from '#core/contract/showing.ts'
import type { Database } from '#server/database/connect.ts'
import { deleteOwn } from '#server/database/own-rows.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { changeCurrent } from '#server/http/change-current.ts'
import { removed } from '#server/http/outcome.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { addToListing } from '#server/listings/add-to-listing.ts'
import { findShowing, insertShowing, readShowings, updateShowing } from './showings-repository.ts'

const ofListing = { table: 'showings', collection: 'showings', insert: insertShowing, read: readShowings } as const
const changeable = { find: findShowing, schema: newShowingSchema, update: updateShowing }

export function addShowing(
  database: Database,
  request: WriteRequest,
  listingId: number,
  showing: NewShowing,
): Promise<WriteOutcome> {
  return addToListing(database, request, ofListing, listingId, showing)
}

export function changeShowing(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: ShowingChanges,
): Promise<WriteOutcome> {
  return changeCurrent(database, request, changeable, [listingId, id], changes)
}

export function removeShowing(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findShowing, [listingId, id], async (trx, context) => {
    await deleteOwn(trx, 'showings', context, id)
    return removed()
  })
}
