import { useConnection } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useFetchedVisits } from '#state/visit-loads.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useActiveListingKeys } from '#storage/use-active-listing-keys.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { type RecordedVisit, visitsOfDay } from '#storage/visits-of-day.ts'

export type Day = { date: string; visits: RecordedVisit[] }

/** What is planned on a day, from this device alone; `undefined` until the first one is read. */
export function useDay(date: string): Day | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => ({ date, visits: await visitsOfDay(database, date) }), [database, date])
}

/**
 * Whether the server answered with an error when it was asked for this day. A plain server is asked by this, ours sends
 * everything by itself.
 */
export function useHasFailedToLoad(date: string): boolean {
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const isPlain = useConnection(({ serverKind }) => serverKind === 'plain')
  const load = useFetchedVisits(useActiveListingKeys(isPlain), { first: date, last: date })
  return hasFailed || load === 'failed'
}
