import { useConnection } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useIsFirstLoad } from '#storage/use-first-load.ts'

/**
 * What nothing on this device means: `arriving` the first load of a new device is under way; `failed` the server
 * answered with an error; `known` there is nothing. A missing network is no failure (decisions §10).
 */
export function useToursLoad(): 'arriving' | 'failed' | 'known' {
  const isFirstLoad = useIsFirstLoad('tour')
  const state = useConnection((connection) => connection.state)
  const error = useSession((session) => session.areas.tours.error)
  if (error !== null) return 'failed'
  const isAsking = state === 'starting' || state === 'sending'
  return isFirstLoad === undefined || (isFirstLoad && isAsking) ? 'arriving' : 'known'
}
