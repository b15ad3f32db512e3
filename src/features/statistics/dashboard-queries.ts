import { useDevice } from '#storage/device-context.tsx'
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
    const [activeListings, listings, clients, cursor, sweeps] = await Promise.all([
      database.listings.where('status').anyOf('For Sale', 'Pending').count(),
      database.listings.count(),
      database.clients.count(),
      database.facts.get('cursor'),
      database.facts.where('name').startsWith('sweep').count(),
    ])
    return { activeListings, clients, isKnown: listings + clients + sweeps > 0 || cursor !== undefined }
  }, [database])
}
