import { newOpenHouseSchema, type NewOpenHouse, type OpenHouseChanges } from '#core/contract/open-house.ts'
import type { Database } from '#server/database/connect.ts'
import { deleteOwn } from '#server/database/own-rows.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { changeCurrent } from '#server/http/change-current.ts'
import { removed } from '#server/http/outcome.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { addToListing } from '#server/listings/add-to-listing.ts'
import { countVisits } from './open-house-visits-repository.ts'
import { findOpenHouse, insertOpenHouse, readOpenHouses, updateOpenHouse } from './open-houses-repository.ts'

const ofListing = {
  table: 'open_houses',
  collection: 'open-houses',
  insert: insertOpenHouse,
  read: readOpenHouses,
} as const
const changeable = { find: findOpenHouse, schema: newOpenHouseSchema, update: updateOpenHouse }

export function addOpenHouse(
  database: Database,
  request: WriteRequest,
  listingId: number,
  openHouse: NewOpenHouse,
): Promise<WriteOutcome> {
  return addToListing(database, request, ofListing, listingId, openHouse)
}

export function changeOpenHouse(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: OpenHouseChanges,
): Promise<WriteOutcome> {
  return changeCurrent(database, request, changeable, [listingId, id], changes)
}

/** Deletes an open house with its visitors; the header `X-Deleted-Children` says how many, as `visits=2`. */
export function removeOpenHouse(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findOpenHouse, [listingId, id], async (trx, context) => {
    const visits = await countVisits(trx, context.agentId, { openHouseId: id })
    await deleteOwn(trx, 'open_houses', context, id)
    return { ...removed(), headers: { 'x-deleted-children': `visits=${visits}` } }
  })
}
