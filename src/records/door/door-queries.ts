import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { Property } from '#core/contract/property.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import type { AvailableListingRow, ClientRow, DoorCardRow, PropertyRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** A home and its door card, as far as this device has them. */
export type Door = {
  home: PropertyRow | undefined
  card: DoorCardRow | undefined
  /** The card's `client`, if this device has it. */
  seller: ClientRow | undefined
}

/** Returns a home with its door card; undefined until it is read. */
export function useDoor(home: LocalKey): Door | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const [property, card] = await Promise.all([database.properties.get(home), readDoorCard(database, home)])
    const { client } = card ?? {}
    const seller =
      client === null || client === undefined
        ? undefined
        : await database.clients.get(await resolveLocalKey(database, 'client', String(client)))
    return { home: property, card, seller }
  }, [database, home])
}

/** Returns a home's door card. If another device added one, too, returns the card of this device until the server has merged the two. */
export async function readDoorCard(database: DeviceDatabase, home: LocalKey): Promise<DoorCardRow | undefined> {
  const cards = await database.door_cards.where('property_key').equals(home).toArray()
  return cards.find(({ id }) => id === undefined) ?? cards[0]
}

/** Returns the key of the home of any agent's listing; null if this device does not have the home, undefined until it is read. */
export function useHomeOfListing(listing: number | LocalKey | null | undefined): LocalKey | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => readHomeOfListing(database, listing), [database, listing])
}

async function readHomeOfListing(
  database: DeviceDatabase,
  listing: number | LocalKey | null | undefined,
): Promise<LocalKey | null> {
  if (listing === null || listing === undefined) return null
  const own = await database.listings.get(await resolveLocalKey(database, 'listing', String(listing)))
  if (own !== undefined) return own.property_key ?? null
  const available = await database.available_listings.get(String(listing))
  return available === undefined ? null : readHomeAtAddress(database, available.property)
}

/** Servers do not send the property's id with another agent's listing, but the catalog has each address once (reading R14). */
async function readHomeAtAddress(
  database: DeviceDatabase,
  property: AvailableListingRow['property'],
): Promise<LocalKey | null> {
  const { address, city = '', zip_code = '' }: Partial<Property> = property
  if (address === undefined) return null
  const identity = propertyIdentity({ address, city, zip_code })
  const found = await database.properties.where('address').equals(address).toArray()
  return found.find((one) => propertyIdentity(one) === identity)?.key ?? null
}
