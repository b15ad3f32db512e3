import { type Fields, fieldsOf } from '#core/contract/json.ts'
import type { PropertyOverrides } from '#core/contract/property.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'

/** What this device knows of a property of the catalog. */
type KnownProperty = { id?: number | undefined; added_by_me?: boolean | undefined; client_key?: string | null }

/** Whether the agent added the property, and may correct it for everybody; what no server has yet is the agent's. */
export function isAddedByMe({ id, added_by_me, client_key }: KnownProperty): boolean {
  return id === undefined || added_by_me === true || (client_key ?? null) !== null
}

/**
 * What a listing stores of its home after these changes: the fields that differ from the catalog's, or null when none
 * does. `catalog` is the property as all agents see it.
 */
export function overridesAfter(
  catalog: Fields,
  overrides: PropertyOverrides | null | undefined,
  changes: Fields,
): PropertyOverrides | null {
  const wanted: Fields = { ...fieldsOf(overrides ?? null), ...changes }
  const isSame = (name: string) => (wanted[name] ?? '') === (catalog[name] ?? '')
  const isLocated = locationFields.every((name) => !(name in wanted) || isSame(name))
  const different = Object.entries(wanted).filter(([name]) =>
    locationFields.includes(name) ? !isLocated : !isSame(name),
  )
  return different.length === 0 ? null : Object.fromEntries(different)
}

/** They change together: half of one location and half of another is a third place. */
const locationFields = ['latitude', 'longitude', 'location_source']

/** Only what an address lookup found goes with an old address; what an import or the agent said stays (reading R37). */
export function isLocationOfAddress(source: string | null | undefined): boolean {
  return source === 'address_file' || source === 'geocoder'
}

type Home = {
  listing_price?: number
  description?: string
  property?: { city?: string; state?: string }
}

/** What a home that another broker lists lacks to become a listing of the agent's, in the words of its labels. */
export function missingForMine({ listing_price, description = '', property = {} }: Home): string[] {
  const { city = '', state = '' } = property
  return [
    ...((knownNumber(listing_price) ?? 0) >= 1 ? [] : ['Listing Price']),
    ...(description.trim() === '' ? ['Description'] : []),
    ...(city.trim() === '' ? ['City'] : []),
    ...(state.trim() === '' ? ['State'] : []),
  ]
}
