import { useMemo, useSyncExternalStore } from 'react'
import { useDevice } from './device-context.tsx'
import type { ListingMatches, ListingOrder } from './listing-search.ts'

/** The first `limit` listings that hold `text`, and how many there are; follows every change on this device. */
export function useListingSearch(text: string, order: ListingOrder, limit: number): ListingMatches {
  const { search } = useDevice()
  const revision = useSyncExternalStore(search.subscribe, search.revision)
  // Scanning ten thousand descriptions takes milliseconds: only when the question or the listings have changed.
  // oxlint-disable-next-line react/exhaustive-deps -- `revision` stands for the index's content.
  return useMemo(() => search.find(text, order, limit), [search, revision, text, order, limit])
}
