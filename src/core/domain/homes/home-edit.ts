import { type Fields, fieldsOf } from '#core/contract/json.ts'
import type { PropertyOverrides } from '#core/contract/property.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'

type KnownProperty = { id?: number | undefined; added_by_me?: boolean | undefined; client_key?: string | null }

/** Returns whether the agent added the property, and so may correct it for all agents. True for a property that was never sent. */
export function isAddedByMe({ id, added_by_me, client_key }: KnownProperty): boolean {
  return id === undefined || added_by_me === true || (client_key ?? null) !== null
}

/** Returns the property overrides after `changes`: the fields that differ from the shared property, `catalog`. Null if no field differs. */
export function overridesAfter(
  catalog: Fields,
  overrides: PropertyOverrides | null | undefined,
  changes: Fields,
): PropertyOverrides | null {
  const merged: Fields = { ...fieldsOf(overrides ?? null), ...changes }
  const isSame = (name: string) => (merged[name] ?? '') === (catalog[name] ?? '')
  const isLocationUnchanged = locationFields.every((name) => !(name in merged) || isSame(name))
  const different = Object.entries(merged).filter(([name]) =>
    locationFields.includes(name) ? !isLocationUnchanged : !isSame(name),
  )
  return different.length === 0 ? null : Object.fromEntries(different)
}

/** These fields are overridden together, because a latitude and a longitude from different places would be a third place. */
const locationFields = ['latitude', 'longitude', 'location_source']

/** Returns whether a location was found by its address. Only then is it removed when the address changes (reading R37). */
export function isLocationOfAddress(source: string | null | undefined): boolean {
  return source === 'address_file' || source === 'geocoder'
}

type Home = {
  listing_price?: number
  description?: string
  property?: { city?: string; state?: string }
}

/** Returns the labels of the fields that an own listing requires and this home to show lacks. */
export function fieldsMissingForOwnListing({ listing_price, description = '', property = {} }: Home): string[] {
  const { city = '', state = '' } = property
  return [
    ...((knownNumber(listing_price) ?? 0) >= 1 ? [] : ['Listing Price']),
    ...(description.trim() === '' ? ['Description'] : []),
    ...(city.trim() === '' ? ['City'] : []),
    ...(state.trim() === '' ? ['State'] : []),
  ]
}
