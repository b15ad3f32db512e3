import { newOpenHouseSchema, type NewOpenHouse, type OpenHouseChanges } from '#core/contract/open-house.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { ownsListing } from '#server/listings/listings-repository.ts'
import { notFound } from '#server/problem-responses.ts'
import { countVisits } from './open-house-visits-repository.ts'
import {
  deleteOpenHouse,
  findOpenHouse,
  findOpenHouseIdByKey,
  insertOpenHouse,
  readOpenHouses,
  updateOpenHouse,
} from './open-houses-repository.ts'

/** Adds an open house; as with showings, one that clashes is taken all the same. */
export function addOpenHouse(
  database: Database,
  request: WriteRequest,
  listingId: number,
  openHouse: NewOpenHouse,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    if (!(await ownsListing(trx, context.agentId, listingId))) return notFound()
    const id = (await findOpenHouseIdByKey(trx, context)) ?? (await insertOpenHouse(trx, context, listingId, openHouse))
    const [record] = await readOpenHouses(trx, context.agentId, [id])
    return record === undefined
      ? notFound()
      : created(record, `/api/listings/${record.listing}/open-houses/${record.id}/`)
  })
}

/** Changes the named fields; what the open house then is must satisfy the rules as a whole. */
export function changeOpenHouse(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: OpenHouseChanges,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findOpenHouse, [listingId, id], async (trx, context, current) => {
    await updateOpenHouse(trx, context, id, parseFields(newOpenHouseSchema, { ...current, ...changes }))
    const changed = await findOpenHouse(trx, context.agentId, listingId, id)
    return changed === undefined ? notFound() : answered(changed)
  })
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
    await deleteOpenHouse(trx, context, id)
    return { ...removed(), headers: { 'x-deleted-children': `visits=${visits}` } }
  })
}
