import { useIsPlainServer } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useFetchedVisits } from '#state/visit-loads.ts'
import { useActiveListingKeys } from '#storage/homes/use-active-listing-keys.ts'

/**
 * Whether the server answered with an error when it was asked for these days. A plain server is asked by this, ours
 * sends everything by itself.
 */
export function useHasFailedToLoad(days: { first: string; last: string }): boolean {
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const isPlain = useIsPlainServer()
  const load = useFetchedVisits(useActiveListingKeys(isPlain), days)
  return hasFailed || load === 'failed'
}
