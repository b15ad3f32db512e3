import { useIsPlainServer } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useFetchedVisits } from '#state/visit-loads.ts'
import { useActiveListingKeys } from '#storage/homes/use-active-listing-keys.ts'

/** Whether loading these days failed. Only a plain server is read by days; our server's feed has all of them. */
export function useHasFailedToLoad(days: { first: string; last: string }): boolean {
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const isPlain = useIsPlainServer()
  const load = useFetchedVisits(useActiveListingKeys(isPlain), days)
  return hasFailed || load === 'failed'
}
