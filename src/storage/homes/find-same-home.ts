import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { isSameHome } from '#core/domain/homes/same-home.ts'
import { type HomeAddress, usAddress } from '#core/domain/addresses/us-address.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

export type SameHome = { kind: 'listing' | 'property'; key: LocalKey }

const activeStatus: ReadonlySet<string> = new Set(activeStatuses)

/**
 * Returns the agent's active listing or home to show at this address, however it is spelled; else a property of the catalog or
 * the agent; else null. Of the properties it reads only those with the same house number, through the address index.
 */
export async function findSameHome(database: DeviceDatabase, home: HomeAddress): Promise<SameHome | null> {
  const listing = await database.listings
    .filter(({ status, property }) => activeStatus.has(status) && isHome(property, home))
    .first()
  if (listing !== undefined) return { kind: 'listing', key: listing.key }
  const property = await database.properties
    .where('address')
    .startsWithIgnoreCase(startOf(home))
    .filter((one) => isHome(one, home))
    .first()
  return property === undefined ? null : { kind: 'property', key: property.key }
}

function isHome({ address, ...place }: Partial<HomeAddress>, home: HomeAddress): boolean {
  return typeof address === 'string' && isSameHome({ ...place, address }, home)
}

/** The digits of the house number ("12A Elm St" may be "12 Elm St Unit A"), or the first word of an address without one. */
function startOf(home: HomeAddress): string {
  const number = /^(?:\d+|\w+)/.exec(usAddress(home)?.number ?? '')?.[0]
  return number ?? home.address.trim().split(/[\s,]/)[0] ?? ''
}
