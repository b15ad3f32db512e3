import type { Insertable } from 'kysely'
import type { LocationSource, NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { Tables } from '#server/database/tables.ts'

/** Returns the columns of a property. `source` is the source of its location, if the property names none. */
export function columnsOfProperty(
  { price, ...property }: NewProperty,
  source: LocationSource = 'agent',
): Omit<Insertable<Tables['properties']>, 'created_by' | 'client_key'> {
  const isLocated = property.latitude !== null && property.longitude !== null
  return {
    ...property,
    location_source: isLocated ? (property.location_source ?? source) : null,
    price_cents: price === null ? null : Math.round(price * 100),
    identity: propertyIdentity(property),
  }
}
