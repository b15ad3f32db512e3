import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ShowingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** The showings of a listing, in no order; `undefined` until they are read. */
export function useShowings(listingKey: LocalKey): ShowingRow[] | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => database.showings.where('listing_key').equals(listingKey).toArray(), [database, listingKey])
}
