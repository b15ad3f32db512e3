import * as v from 'valibot'
import { entityNames, isInFeed, type EntityName } from '#core/kinds/all-kinds.ts'
import { schemaOfJson } from '#server/database/json-text.ts'
import { schemaOfInput } from '#server/http/description/json-schemas.ts'
import { availableListingSchema } from '#server/listings/available-listing-record.ts'
import { propertyRecordJson } from '#server/properties/property-record.ts'
import { ownKinds } from '#server/records/own-kinds.ts'

/** Returns the JSON schema of a page of the feed, for the description of the API. */
export function schemaOfChanges() {
  const changes = entityNames.filter(isInFeed).map(schemaOfChange)
  const page = {
    changes: { type: 'array', items: { anyOf: changes } },
    ...objectOf({ cursor: v.string(), has_more: v.boolean() }),
  }
  return { type: 'object', properties: page, required: Object.keys(page) }
}

function schemaOfChange(entity: EntityName): object {
  const change = {
    ...objectOf({ entity: v.literal(entity), id: v.number(), version: v.number(), deleted: v.boolean() }),
    record: { anyOf: [schemaOfRecord(entity), { type: 'null' }] },
  }
  return { type: 'object', properties: change, required: Object.keys(change) }
}

function objectOf(entries: v.ObjectEntries): object {
  return schemaOfInput(v.object(entries))['properties'] as object
}

function schemaOfRecord(entity: EntityName): object {
  // The schema is the same for every agent id.
  if (entity === 'property') return schemaOfJson(propertyRecordJson(0))
  if (entity === 'available_listing') return schemaOfInput(availableListingSchema)
  return schemaOfJson(ownKinds[entity].record)
}
