import { useSyncExternalStore } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useLastSeen } from '#records/use-record.ts'
import { useDevice } from '#storage/device-context.tsx'
import { keyAt } from '#storage/key-at.ts'
import type { ListingRow, OpenHouseRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

export type KioskHouse = { openHouse: OpenHouseRow; listing: ListingRow | null }

/**
 * The open house by the id or key in an address; `undefined` until it is read, `null` when this device has none. Should
 * it disappear while visitors sign in, it stays as it was last seen.
 */
export function useKioskHouse(idOrKey: string): KioskHouse | null | undefined {
  const { database } = useDevice()
  const found = useLiveQuery(async (): Promise<KioskHouse | null> => {
    const openHouse = await database.open_houses.get(await keyAt(database, 'open_house', idOrKey))
    if (openHouse === undefined) return null
    return { openHouse, listing: (await database.listings.get(openHouse.listing_key)) ?? null }
  }, [database, idOrKey])
  return useLastSeen(found, idOrKey)
}

/** How many have signed in, and how many of them the office does not know yet. Reads keys only: no visitor's data. */
export function useVisitorCounts(openHouseKey: LocalKey): { signedIn: number; waiting: number } {
  const { database, marks } = useDevice()
  const keys = useLiveQuery(
    () => database.open_house_visits.where('open_house_key').equals(openHouseKey).primaryKeys(),
    [database, openHouseKey],
  )
  const waiting = useSyncExternalStore(
    marks.subscribe,
    () => keys?.filter((key) => marks.markOf('open_house_visit', key) !== null).length ?? 0,
  )
  return { signedIn: keys?.length ?? 0, waiting }
}
