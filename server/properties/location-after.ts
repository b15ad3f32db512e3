import { hasWholeLocation, type NewProperty, type PropertyChanges } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'

type Location = Pick<NewProperty, 'latitude' | 'longitude' | 'location_source'>

/** Sources that found the home by its address, and so have to look again when that changes. */
const byAddress: ReadonlySet<unknown> = new Set(['address_file', 'geocoder'])

/**
 * The location of a property after a change: `merged` is what it then has, `changes` what was named. Other coordinates are the
 * agent's, and so are those that the agent confirms. With another address a location that was looked up is dropped, and the
 * home is looked up again; the agent's and an import's stay.
 */
export function locationAfter(current: NewProperty, merged: NewProperty, changes: PropertyChanges): Location {
  const { latitude, longitude } = merged
  const isMoved = latitude !== current.latitude || longitude !== current.longitude
  const location_source = isMoved || changes.location_source === 'agent' ? 'agent' : current.location_source
  if (isMoved) return { latitude, longitude, location_source }
  const isElsewhere = propertyIdentity(merged) !== propertyIdentity(current) || merged.state !== current.state
  const isOutdated = isElsewhere && byAddress.has(location_source)
  return isOutdated ? nowhere : { latitude, longitude, location_source }
}

/** Half a location, which versions before this one accepted, is none. */
export function withWholeLocation<Home extends NewProperty>(home: Home): Home {
  return hasWholeLocation(home) ? home : { ...home, ...nowhere }
}

const nowhere: Location = { latitude: null, longitude: null, location_source: null }
