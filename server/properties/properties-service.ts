import { sql } from 'kysely'
import * as v from 'valibot'
import {
  enteredZipCode,
  hasWholeLocation,
  type NewProperty,
  type PropertyChanges,
  propertySchemaFor,
} from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { Database } from '#server/database/connect.ts'
import { findAndWrite, type WriteOutcome, type WriteRequest } from '#server/database/write.ts'
import { databaseErrorCode } from '#server/database/database-errors.ts'
import { doorCards } from '#server/door-cards/door-cards.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { invalid, notFound, problem, RefusedRequest } from '#server/problem-responses.ts'
import { readOwnWhere } from '#server/records/own-records.ts'
import {
  countAddedBy,
  deleteProperty,
  findProperty,
  findPropertyByIdentity,
  findPropertyByKey,
  insertProperty,
  updateProperty,
} from './properties-repository.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** Adds a property. If its address exists, returns 200 with that property: an agent who was offline could not resolve a refusal. */
export function addProperty(database: Database, request: WriteRequest, property: NewProperty): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const alreadyCreated = await findPropertyByKey(trx, context)
    const findSameAddress = () => findPropertyByIdentity(trx, context.agentId, property)
    // A private property may not have an address of the catalog. The unique index does not compare the two, so this checks before the insert.
    const sameAddress =
      alreadyCreated === undefined && property.is_private === true ? await findSameAddress() : undefined
    if (sameAddress !== undefined) return answered(sameAddress)
    const added = alreadyCreated ?? (await insertProperty(trx, context, property))
    if (
      alreadyCreated === undefined &&
      added !== undefined &&
      (await countAddedBy(trx, context.agentId)) > maxPropertiesPerAgent
    )
      throw new RefusedRequest(tooMany())
    if (added !== undefined) return created(added, `/api/properties/properties/${added.id}/`)
    const existing = await findSameAddress()
    return existing === undefined ? notFound() : answered(existing)
  })
}

/** Every device of every agent stores the catalog; large catalogs are imported on the command line. */
const maxPropertiesPerAgent = 10_000

function tooMany() {
  const most = formatNumber(maxPropertiesPerAgent)
  return invalid({
    address: [`You have added ${most} properties, the most that one agent can add. Remove some first.`],
  })
}

/** Only the agent who added a property may correct it; all agents who see the property then see the correction. */
export async function correctProperty(
  database: Database,
  request: WriteRequest,
  id: number,
  changes: PropertyChanges,
): Promise<WriteOutcome> {
  try {
    return await findAndWrite(
      database,
      request,
      (trx, agentId) => findProperty(trx, agentId, id),
      async (trx, { agentId }, stored) => {
        const current = withoutHalfLocation(stored)
        const { is_private = false } = current
        if (changes.zip_code !== current.zip_code)
          parseFields(v.object({ zip_code: v.optional(enteredZipCode) }), changes)
        const merged = parseFields(propertySchemaFor(current), { ...current, ...changes, is_private })
        const whole = { ...merged, ...locationAfter(current, merged, changes) }
        const corrected = await updateProperty(trx, agentId, id, whole)
        return corrected === undefined
          ? problem(403, 'not_yours', 'Only the agent who added this property can correct it.')
          : answered(corrected)
      },
    )
  } catch (error) {
    if (databaseErrorCode(error) !== 'unique_violation') throw error
    throw new RefusedRequest(invalid({ address: ['This address is already in the catalog.'] }))
  }
}

type Location = Pick<NewProperty, 'latitude' | 'longitude' | 'location_source'>

/** Sources whose location was looked up by the address. */
const lookedUpSources: ReadonlySet<unknown> = new Set(['address_file', 'geocoder'])

/** Coordinates that the agent changes or confirms get the source `agent`. A new address removes a looked-up location, to look it up again. */
function locationAfter(current: NewProperty, merged: NewProperty, changes: PropertyChanges): Location {
  const { latitude, longitude } = merged
  const isMoved = latitude !== current.latitude || longitude !== current.longitude
  const location_source = isMoved || changes.location_source === 'agent' ? 'agent' : current.location_source
  if (isMoved) return { latitude, longitude, location_source }
  const isNewAddress = propertyIdentity(merged) !== propertyIdentity(current) || merged.state !== current.state
  const isOutdated = isNewAddress && lookedUpSources.has(location_source)
  return isOutdated ? noLocation : { latitude, longitude, location_source }
}

/** Returns the home, without its location if only one coordinate is set; earlier versions accepted that. */
function withoutHalfLocation<Home extends NewProperty>(home: Home): Home {
  return hasWholeLocation(home) ? home : { ...home, ...noLocation }
}

const noLocation: Location = { latitude: null, longitude: null, location_source: null }

/** Only the agent who added a property may remove it, and only while nothing refers to it. */
export async function removeProperty(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  try {
    return await findAndWrite(
      database,
      request,
      (trx, agentId) => findProperty(trx, agentId, id),
      async (trx, { agentId }) =>
        (await deleteProperty(trx, agentId, id))
          ? removed()
          : problem(403, 'not_yours', 'Only the agent who added this property can remove it.'),
    )
  } catch (error) {
    if (databaseErrorCode(error) !== 'foreign_key_violation') throw error
    throw new RefusedRequest(problem(409, 'in_use', await whyInUse(database, request.agentId, id)))
  }
}

/** Returns why the property cannot be removed. Mentions only this agent's records, not those of others. */
async function whyInUse({ db }: Database, agentId: number, id: number): Promise<string> {
  const own = db.selectFrom('listings').select('id').where('property_id', '=', id).where('agent_id', '=', agentId)
  if ((await own.execute()).length > 0)
    return 'You have a listing for this property, so it cannot be removed. Delete the listing first.'
  const [card] = await readOwnWhere(db, doorCards, agentId, sql`property = ${id}`)
  return card === undefined
    ? 'This property is in use, so it cannot be removed.'
    : 'You have a door card for this property, so it cannot be removed. Delete the door card first.'
}
