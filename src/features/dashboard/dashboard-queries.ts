import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { hasFetched } from '#storage/device/has-fetched.ts'
import { homesToShow } from '#storage/homes/homes-to-show.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

type DashboardCounts = {
  activeListings: number
  clients: number
  /** Scheduled or under way, from today on. */
  upcomingTours: number
  /** False on a device that has neither fetched nor made anything: a zero would be a guess. */
  isKnown: boolean
}

/** Counted on this device, unsent work included; undefined while the first count runs. */
export function useDashboardCounts(): DashboardCounts | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(async () => {
    const [active, listings, others, clients, upcomingTours, isFetched] = await Promise.all([
      // Not by `anyOf`, which goes through ten thousand of them one by one.
      Promise.all(activeStatuses.map((status) => database.listings.where('status').equals(status).count())),
      database.listings.count(),
      homesToShow(database),
      database.clients.count(),
      database.tours
        .where('tour_date')
        .aboveOrEqual(today)
        .and(({ status }) => status === 'scheduled' || status === 'in_progress')
        .count(),
      hasFetched(database),
    ])
    const ofOthers = others.filter(({ status }) => activeStatuses.some((name) => name === status))
    const activeListings = active.reduce((sum, count) => sum + count, 0) - ofOthers.length
    return { activeListings, clients, upcomingTours, isKnown: isFetched || listings + clients > 0 }
  }, [database, today])
}
