import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { isSameHome } from '#core/domain/homes/same-home.ts'
import { type HomeAddress, usAddress } from '#core/domain/addresses/us-address.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

export type SameHome = { kind: 'listing' | 'property'; key: LocalKey }

const activeStatusSet: ReadonlySet<string> = new Set(activeStatuses)

/**
 * Returns the agent's active listing or home to show at this address, however it is spelled; else a property of the catalog or
 * the agent; else null. There may be many properties, so it reads only those with the same house number, by the address index.
 */
export async function findSameHome(database: DeviceDatabase, home: HomeAddress): Promise<SameHome | null> {
  const listing = await database.listings
    .filter(({ status, property }) => activeStatusSet.has(status) && isHome(property, home))
    .first()
  if (listing !== undefined) return { kind: 'listing', key: listing.key }
  const property = await database.properties
    .where('address')
    .startsWithIgnoreCase(startOf(home))
    .filter((candidate) => isHome(candidate, home))
    .first()
  return property === undefined ? null : { kind: 'property', key: property.key }
}

function isHome({ address, ...place }: Partial<HomeAddress>, home: HomeAddress): boolean {
  return typeof address === 'string' && isSameHome({ ...place, address }, home)
}

/**
 * Returns the digits of the house number, or the first word of an address without one. Only digits, because "12A Elm St" may
 * be the same home as "12 Elm St Unit A".
 */
function startOf(home: HomeAddress): string {
  const number = /^(?:\d+|\w+)/.exec(usAddress(home)?.number ?? '')?.[0]
  return number ?? home.address.trim().split(/[\s,]/)[0] ?? ''
}
