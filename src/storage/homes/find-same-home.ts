import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { isSameHome } from '#core/domain/homes/same-home.ts'
import { type HomeAddress, usAddress } from '#core/domain/addresses/us-address.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

export type SameHome = { kind: 'listing' | 'property'; key: LocalKey }

const activeStatus: ReadonlySet<string> = new Set(activeStatuses)

/**
 * The agent's listing or home to show at this address, unless it is sold or off the market; else the property in the catalog or
 * of the agent, however each is spelled; null when there is neither. Reads the properties with the same house number only,
 * which the index by address finds.
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

/** The figures of the house number, since "12A Elm St" may be "12 Elm St Unit A"; of what has none, such as a lot, the first word. */
function startOf(home: HomeAddress): string {
  const number = /^(?:\d+|\w+)/.exec(usAddress(home)?.number ?? '')?.[0]
  return number ?? home.address.trim().split(/[\s,]/)[0] ?? ''
}
