import type { Kysely } from 'kysely'
import {
  newOpenHouseVisitSchema,
  type NewOpenHouseVisit,
  type OpenHouseVisitChanges,
} from '#core/contract/open-house-visit.ts'
import { withSecondSignIn } from '#core/domain/visit-rules.ts'
import type { Database } from '#server/database/connect.ts'
import { deleteOwn } from '#server/database/own-rows.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed, type Outcome } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { ownsListing } from '#server/listings/listings-repository.ts'
import { invalid, notFound } from '#server/problem-responses.ts'
import { findOpenHouse } from './open-houses-repository.ts'
import type { OpenHouseVisitRecord } from './open-house-visit-record.ts'
import {
  findVisit,
  findVisitByKey,
  findVisitOf,
  insertVisit,
  readVisits,
  updateVisit,
} from './open-house-visits-repository.ts'

/**
 * Adds a visitor. Who has signed in to this open house already is the answer, with 200, and what the second sign-in
 * told in addition is kept: two tablets at one door make one visitor.
 */
export function addVisit(
  database: Database,
  request: WriteRequest,
  listingId: number,
  visit: NewOpenHouseVisit,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const { agentId } = context
    if (!(await ownsListing(trx, agentId, listingId))) return notFound()
    const made = await findVisitByKey(trx, context)
    if (made !== undefined) return createdVisit(made)
    if (!(await isOfListing(trx, agentId, listingId, visit.open_house))) return notItsOpenHouse()
    const known = await findVisitOf(trx, agentId, visit)
    if (known === undefined) {
      const [added] = await readVisits(trx, agentId, [await insertVisit(trx, context, visit)])
      return createdVisit(added)
    }
    const merged = withSecondSignIn(known, visit)
    if (!tellsTheSame(merged, known)) await updateVisit(trx, context, known.id, merged)
    return answeredVisit(await findVisit(trx, agentId, listingId, known.id))
  })
}

/** Changes the named fields; what the visit then is must satisfy the rules as a whole. */
export function changeVisit(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: OpenHouseVisitChanges,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findVisit, [listingId, id], async (trx, context, current) => {
    const { agentId } = context
    const visit = parseFields(newOpenHouseVisitSchema, { ...current, ...changes })
    if (!(await isOfListing(trx, agentId, listingId, visit.open_house))) return notItsOpenHouse()
    const other = await findVisitOf(trx, agentId, visit)
    if (other !== undefined && other.id !== id) {
      return invalid({ client_email: ['Another visitor of this open house has this email address.'] })
    }
    await updateVisit(trx, context, id, visit)
    return answeredVisit(await findVisit(trx, agentId, listingId, id))
  })
}

export function removeVisit(
  database: Database,
  request: WriteRequest,
  listingId: number,
  id: number,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findVisit, [listingId, id], async (trx, context) => {
    await deleteOwn(trx, 'open_house_visits', context, id)
    return removed()
  })
}

async function isOfListing(db: Kysely<Tables>, agentId: number, listingId: number, openHouse: number) {
  return (await findOpenHouse(db, agentId, listingId, openHouse)) !== undefined
}

function notItsOpenHouse(): Outcome {
  return invalid({ open_house: ['Choose an open house of this listing.'] })
}

function createdVisit(visit: OpenHouseVisitRecord | undefined): Outcome {
  if (visit === undefined) return notFound()
  return created(visit, `/api/listings/${visit.listing}/open-house-visits/${visit.id}/`)
}

function answeredVisit(visit: OpenHouseVisitRecord | undefined): Outcome {
  return visit === undefined ? notFound() : answered(visit)
}

function tellsTheSame(one: OpenHouseVisitRecord, other: OpenHouseVisitRecord): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
