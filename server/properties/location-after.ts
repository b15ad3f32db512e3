import { hasWholeLocation, type NewProperty, type PropertyChanges } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'

type Location = Pick<NewProperty, 'latitude' | 'longitude' | 'location_source'>

/** Sources that depend on the address. */
const byAddress: ReadonlySet<unknown> = new Set(['address_file', 'geocoder'])

/**
 * The location after a change. `merged` is the resulting property, `changes` the sent fields. Coordinates that the
 * agent changes or confirms become the agent's. If the address changes, a looked-up location is dropped and looked up
 * again; those of agents and imports are not.
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

/** Removes half a location, which earlier versions accepted. */
export function withWholeLocation<Home extends NewProperty>(home: Home): Home {
  return hasWholeLocation(home) ? home : { ...home, ...nowhere }
}

const nowhere: Location = { latitude: null, longitude: null, location_source: null }
