import type { Property } from '#core/contract/property.ts'
import { jsonDollars, jsonObject, jsonPlain, jsonString, type JsonText } from '#server/database/json-text.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { PropertyRow } from '#server/database/tables.ts'

/** A property of the catalogue as an agent gets it; `client_key` goes to the agent who added it only. */
export type PropertyRecord = Property & { version: number; created_at: string; client_key: string | null }

export function propertyRowToRecord(row: PropertyRow | JsonRow<PropertyRow>, agentId: number): PropertyRecord {
  return {
    ...propertyOf(row),
    version: row.version,
    created_at: new Date(row.created_at).toISOString(),
    client_key: row.created_by === agentId ? row.client_key : null,
  }
}

/** The columns that the contract's `Property` is made of. */
export const propertyColumns = [
  'id',
  'address',
  'city',
  'state',
  'zip_code',
  'bedrooms',
  'bathrooms',
  'square_feet',
  'lot_size',
  'year_built',
  'garage_spaces',
  'price_cents',
  'property_type',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof PropertyRow)[]

/** The property in the contract's fields; unknown figures stay null. */
export function propertyOf(row: Pick<PropertyRow, (typeof propertyColumns)[number]>): Property {
  return {
    id: row.id,
    address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    square_feet: row.square_feet,
    lot_size: row.lot_size,
    year_built: row.year_built,
    garage_spaces: row.garage_spaces,
    price: row.price_cents === null ? null : row.price_cents / 100,
    property_type: row.property_type,
    latitude: row.latitude,
    longitude: row.longitude,
  }
}

/** The same as `propertyOf` makes, as JSON text from this table. */
export function propertyJson(table: string): JsonText {
  return jsonObject({
    id: jsonPlain(`${table}.id`),
    address: jsonString(`${table}.address`),
    city: jsonString(`${table}.city`),
    state: jsonString(`${table}.state`),
    zip_code: jsonString(`${table}.zip_code`),
    bedrooms: jsonPlain(`${table}.bedrooms`),
    bathrooms: jsonPlain(`${table}.bathrooms`),
    square_feet: jsonPlain(`${table}.square_feet`),
    lot_size: jsonPlain(`${table}.lot_size`),
    year_built: jsonPlain(`${table}.year_built`),
    garage_spaces: jsonPlain(`${table}.garage_spaces`),
    price: jsonDollars(`${table}.price_cents`),
    property_type: jsonString(`${table}.property_type`),
    latitude: jsonPlain(`${table}.latitude`),
    longitude: jsonPlain(`${table}.longitude`),
  })
}
