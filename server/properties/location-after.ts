import { hasWholeLocation, type NewProperty, type PropertyChanges } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'

type Location = Pick<NewProperty, 'latitude' | 'longitude' | 'location_source'>

/** Sources that found the location by the address. */
const lookedUpSources: ReadonlySet<unknown> = new Set(['address_file', 'geocoder'])

/**
 * Returns the property's location after a change. `merged` is the resulting property, `changes` the sent fields. If the
 * agent changes or confirms the coordinates, their source becomes `agent`. If the address changes, a location that was
 * found by the old address is removed, so that the new one is looked up; a location from an agent or an import stays.
 */
export function locationAfter(current: NewProperty, merged: NewProperty, changes: PropertyChanges): Location {
  const { latitude, longitude } = merged
  const isMoved = latitude !== current.latitude || longitude !== current.longitude
  const location_source = isMoved || changes.location_source === 'agent' ? 'agent' : current.location_source
  if (isMoved) return { latitude, longitude, location_source }
  const isNewAddress = propertyIdentity(merged) !== propertyIdentity(current) || merged.state !== current.state
  const isOutdated = isNewAddress && lookedUpSources.has(location_source)
  return isOutdated ? noLocation : { latitude, longitude, location_source }
}

/** Returns the home, without its location if only one coordinate is set; earlier versions accepted that. */
export function withoutHalfLocation<Home extends NewProperty>(home: Home): Home {
  return hasWholeLocation(home) ? home : { ...home, ...noLocation }
}

const noLocation: Location = { latitude: null, longitude: null, location_source: null }
