import { useIsPlainServer } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useFetchedVisits } from '#state/visit-loads.ts'
import { useActiveListingKeys } from '#storage/homes/use-active-listing-keys.ts'

/** Whether loading these days failed. Days are fetched only from a plain server; our server's feed includes all of them. */
export function useHasFailedToLoad(days: { first: string; last: string }): boolean {
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const isPlain = useIsPlainServer()
  const load = useFetchedVisits(useActiveListingKeys(isPlain), days)
  return hasFailed || load === 'failed'
}
