import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { useConnection, useIsPlainServer } from '#state/connection.ts'
import { type Area, useSession } from '#state/session.ts'
import { useIsFirstLoad } from '#storage/reading/use-first-load.ts'

/**
 * What it means that a record or a list is not on this device: `arriving` the first load is under way; `failed` the
 * server answered with an error; `unreached` the first load waits for the server, which is no failure (reading R5);
 * `known` there is nothing.
 */
export type LoadState = 'arriving' | 'failed' | 'unreached' | 'known'

function areaOf(entity: EntityName): Area {
  return entity === 'client' || entity === 'tour' ? `${entity}s` : 'listings'
}

export function useLoadState(entity: EntityName): LoadState {
  const state = useConnection((connection) => connection.state)
  const hasReached = useConnection((connection) => connection.lastReachedAt !== null)
  // Read anew when an exchange has ended: what it brought stands in the database by then.
  const isFirstLoad = useIsFirstLoad(withWhat(entity), state)
  const isPlain = useIsPlainServer()
  const hasFailed = useSession(({ areas }) => areas[areaOf(entity)].error !== null) && !(isPlain && hasOwnList(entity))
  if (hasFailed) return 'failed'
  if (isFirstLoad === false) return 'known'
  if (isFirstLoad === undefined || state === 'starting' || state === 'sending') return 'arriving'
  if (state === 'server-error' || state === 'paused') return 'failed'
  if (state !== 'idle') return 'unreached'
  // The exchange has ended, and what the server has is still unknown. Another tab may be at it.
  return hasReached ? 'failed' : 'arriving'
}

/** A plain server is asked for them by themselves, so that an error of the agent's listings says nothing of them. */
function hasOwnList(entity: EntityName): boolean {
  return entity === 'property' || entity === 'available_listing'
}

/** What stands below a listing is known when the listings are. */
function withWhat(entity: EntityName): EntityName {
  const { parent, references } = kinds[entity]
  return parent === undefined ? entity : (references[parent] ?? entity)
}
