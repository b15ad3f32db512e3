import { activeStatuses } from '#core/domain/listing-rules.ts'
import { useDevice } from '#storage/device-context.tsx'
import { hasFetched } from '#storage/has-fetched.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

export type DashboardCounts = {
  activeListings: number
  clients: number
  /** False on a device that has neither fetched nor made anything: a zero would be a guess. */
  isKnown: boolean
}

/** Counted on this device, unsent work included; undefined while the first count runs. */
export function useDashboardCounts(): DashboardCounts | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const [activeListings, listings, clients, isFetched] = await Promise.all([
      database.listings
        .where('status')
        .anyOf([...activeStatuses])
        .count(),
      database.listings.count(),
      database.clients.count(),
      hasFetched(database),
    ])
    return { activeListings, clients, isKnown: isFetched || listings + clients > 0 }
  }, [database])
}
