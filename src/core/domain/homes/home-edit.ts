import { type Fields, fieldsOf } from '#core/contract/json.ts'
import type { PropertyOverrides } from '#core/contract/property.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'

type KnownProperty = { id?: number | undefined; added_by_me?: boolean | undefined; client_key?: string | null }

/** Whether the agent added the property and may correct it for all agents; one that was never sent is the agent's. */
export function isAddedByMe({ id, added_by_me, client_key }: KnownProperty): boolean {
  return id === undefined || added_by_me === true || (client_key ?? null) !== null
}

/** Returns the fields that differ from `catalog`, the property as all agents see it; null if none does. */
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

/** They change together: half of one location and half of another would be a third place. */
const locationFields = ['latitude', 'longitude', 'location_source']

/** Only a location found by address lookup is cleared with an old address; others stay (reading R37). */
export function isLocationOfAddress(source: string | null | undefined): boolean {
  return source === 'address_file' || source === 'geocoder'
}

type Home = {
  listing_price?: number
  description?: string
  property?: { city?: string; state?: string }
}

/** Labels of the fields that another broker's home lacks to become the agent's own listing. */
export function missingForMine({ listing_price, description = '', property = {} }: Home): string[] {
  const { city = '', state = '' } = property
  return [
    ...((knownNumber(listing_price) ?? 0) >= 1 ? [] : ['Listing Price']),
    ...(description.trim() === '' ? ['Description'] : []),
    ...(city.trim() === '' ? ['City'] : []),
    ...(state.trim() === '' ? ['State'] : []),
  ]
}
