import { sql } from 'kysely'
import type { Property } from '#core/contract/property.ts'
import { property } from '#core/kinds/property-kind.ts'
import {
  withJsonSchema,
  jsonAs,
  jsonInteger,
  jsonDollars,
  jsonFlag,
  jsonInstant,
  jsonObject,
  jsonNumber,
  jsonOfText,
  jsonString,
  schemaOfJson,
  type JsonText,
} from '#server/database/json-text.ts'
import { withFieldDescriptions } from '#server/records/described-fields.ts'

/** A property as an agent receives it. `client_key` is included only for the agent who added it. */
export type PropertyRecord = Property & {
  version: number
  created_at: string
  client_key: string | null
  added_by_me: boolean
  images: readonly never[]
}

export function propertyRecordJson(agentId: number): JsonText {
  const record = jsonObject({
    ...fieldsOf('properties'),
    version: jsonInteger('properties.version'),
    created_at: jsonInstant('properties.created_at'),
    client_key: jsonOfText(sql`case when properties.created_by = ${agentId} then properties.client_key end`),
    added_by_me: withJsonSchema(sql<string>`(properties.created_by is not distinct from ${agentId})::text`, {
      type: 'boolean',
      description: 'True if this agent added the property and may correct or remove it',
    }),
  })
  return withJsonSchema(record, { title: 'property', ...withFieldDescriptions(schemaOfJson(record), 'property') })
}

/** Returns the SQL that makes the JSON of a property nested in another record. */
export function propertyJson(table: string): JsonText {
  return jsonObject(fieldsOf(table))
}

/** Only the server writes a suggestion; it removes the suggestion when the address or the location changes. */
const jsonSuggestion = jsonAs({
  type: ['object', 'null'],
  description:
    'Read only. The geocoder’s result for the address. If the property has no location yet, the agent may confirm it. If ' +
    '`location_source` is `geocoder`, it has the label of the location and the attribution to show.',
  properties: {
    latitude: { type: 'number' },
    longitude: { type: 'number' },
    label: { type: 'string' },
    provider: { type: 'string' },
    attribution: { type: ['string', 'null'] },
  },
  required: ['latitude', 'longitude', 'label', 'provider', 'attribution'],
})

/** Required by the specification. Photos belong to listings, so this is always empty. */
const noImages = withJsonSchema(sql<string>`'[]'`, {
  type: 'array',
  items: { type: 'object' },
  description: 'Always empty. Photos belong to the listing’s `images`',
})

function fieldsOf(table: string): Record<string, JsonText> {
  const numbers = new Set<string>(property.numbers)
  const columns = property.fields.map((field) => {
    const column = `${table}.${field}`
    return [field, numbers.has(field) ? jsonNumber(column) : jsonString(column)]
  })
  return {
    id: jsonInteger(`${table}.id`),
    ...(Object.fromEntries(columns) as Record<string, JsonText>),
    price: jsonDollars(`${table}.price_cents`),
    is_private: withJsonSchema(jsonFlag(`${table}.is_private`), {
      type: 'boolean',
      description: 'True if only the agent who added the property can see it',
    }),
    location_suggestion: jsonSuggestion(`${table}.location_suggestion`),
    images: noImages,
  }
}
