import { useConnection } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useIsFirstLoad } from '#storage/use-first-load.ts'

/**
 * What an empty list means: `arriving` the first load of a new device is under way; `failed` the server answered it
 * with an error; `known` there is nothing. A missing network is no failure (decisions §10).
 */
export type LoadState = 'arriving' | 'failed' | 'known'

export function useLoadState(entity: 'listing' | 'property'): LoadState {
  const isFirstLoad = useIsFirstLoad(entity)
  const { state, lastReachedAt } = useConnection()
  const loadError = useSession((session) => session.areas.listings.error)
  const isAsking = state === 'starting' || state === 'sending'
  if (loadError !== null) return 'failed'
  if (isFirstLoad === undefined || (isFirstLoad && isAsking)) return 'arriving'
  // The exchange has ended well otherwise, and still nobody knows what the server has.
  return isFirstLoad && state === 'idle' && lastReachedAt !== null ? 'failed' : 'known'
}
