import type { ReactNode } from 'react'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import type { LoadState } from './use-load-state.ts'

type NothingHereProps = {
  load: LoadState
  /** Said when the server answered with an error. */
  failure: string
  /** What has not come yet, as the beginning of a sentence: 'Your clients'. */
  what: string
  /** What stands while the first load is under way. */
  skeleton?: ReactNode
  /** Said only once it is known that there is nothing. */
  children: ReactNode
}

/** Stands where this device holds nothing: one reason at a time. */
export function NothingHere({ load, failure, what, skeleton, children }: NothingHereProps) {
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
