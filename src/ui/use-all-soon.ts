import { useDeferredValue } from 'react'

/** The first of a long list at once, so that the screen stands; all of it as soon as those are drawn. */
export function useAllSoon<Item>(items: readonly Item[], atFirst: number): readonly Item[] {
  const isAll = useDeferredValue(true, false)
  return isAll ? items : items.slice(0, atFirst)
}
