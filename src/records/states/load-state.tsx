import type { ReactNode } from 'react'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { useConnection, useIsPlainServer } from '#state/connection.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { kinds, type EntityName } from '#core/kinds/all-kinds.ts'
import { useSession, type Area } from '#state/session.ts'
import { useIsFirstLoad } from '#storage/reading/use-live-query.ts'

type NoDataStateProps = {
  load: LoadState
  failure: string
  /** What is missing, as the start of a sentence: 'Your clients'. */
  what: string
  /** Shown during the first load. */
  skeleton?: ReactNode
  /** Shown only when it is known that there is nothing. */
  children: ReactNode
}

/** Replaces an empty list: shows why this device has no records of a kind, or `children` if there are none at all. */
export function NoDataState({ load, failure, what, skeleton, children }: NoDataStateProps) {
  switch (load) {
    case 'arriving':
      return skeleton ?? <Skeleton height={320} />
    case 'failed':
      return <LoadFailure>{failure}</LoadFailure>
    case 'unreached':
      return (
        <EmptyState title="Not on this device yet">
          {what} will appear here when this device reaches the server for the first time.
        </EmptyState>
      )
    case 'known':
      return children
  }
}

export function LoadFailure({ children }: { children: string }) {
  const { syncNow } = useConnection()
  return (
    <Banner tone="danger" role="alert">
      <p>{children}</p>
      <Button onClick={syncNow}>Try Again</Button>
    </Banner>
  )
}

/**
 * Why there are no records. `arriving`: the first load is running. `failed`: the server answered with an error. `unreached`: the
 * first load waits for the server, which is no failure (reading R5). `known`: loading has ended, so there is nothing.
 */
export type LoadState = 'arriving' | 'failed' | 'unreached' | 'known'

/** Returns the area whose list request loads this kind; `state/session.ts` has the error of each area. */
function areaOf(entity: EntityName): Area {
  return entity === 'client' || entity === 'tour' ? `${entity}s` : 'listings'
}

/** Returns why this device has no records of a kind; only meaningful if it has none. */
export function useLoadState(entity: EntityName): LoadState {
  const state = useConnection((connection) => connection.state)
  const hasReachedServer = useConnection((connection) => connection.lastReachedAt !== null)
  // Read again when an exchange with the server ends, because the data that it brought is then stored.
  const isFirstLoad = useIsFirstLoad(loadedWith(entity), state)
  const isPlain = useIsPlainServer()
  const hasFailed = useSession(({ areas }) => areas[areaOf(entity)].error !== null) && !(isPlain && hasOwnList(entity))
  // A plain server lacks this kind, so there is nothing to load.
  if (isPlain && kinds[loadedWith(entity)].onPlainServers.list === 'none') return 'known'
  if (hasFailed) return 'failed'
  if (isFirstLoad === false) return 'known'
  if (isFirstLoad === undefined || state === 'starting' || state === 'sending') return 'arriving'
  if (state === 'server-error' || state === 'paused') return 'failed'
  if (state !== 'idle') return 'unreached'
  // The last exchange with the server ended without the data. Another tab may be fetching it.
  return hasReachedServer ? 'failed' : 'arriving'
}

/** True for kinds that a plain server lists with a call of their own, so that an error of the agent's listings does not concern them. */
function hasOwnList(entity: EntityName): boolean {
  return entity === 'property' || entity === 'available_listing'
}

/** Returns the kind that a kind is loaded with: child records of a listing are known when the listings are. */
function loadedWith(entity: EntityName): EntityName {
  const { parent, references } = kinds[entity]
  return parent === undefined ? entity : (references[parent] ?? entity)
}

export const noListingsYet = 'You have no listings yet.'

export const listingsNotHere = 'Your listings are not on this device yet.'
