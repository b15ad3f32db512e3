import type { ParsedLocation } from '@tanstack/react-router'

/** How a list was last shown. `keptAt` is the key of its scroll position in the router. In memory only. */
type ListPosition = { search: object; state: { keptAt: string } }

const lists = new Set(['/my-listings', '/clients', '/tours'])
const positions = new Map<string, ListPosition>()

/** Stores the search and scroll position if `location` is a list. Called after each navigation. */
export function rememberListPosition(location: ParsedLocation): void {
  const { pathname, search } = location
  if (lists.has(pathname)) positions.set(pathname, { search, state: { keptAt: scrollRestorationKey(location) } })
}

export function forgetListPositions(): void {
  positions.clear()
}

/** Returns link props for `to`, with the search and scroll position at the last visit, if there was one. */
export function linkToListPosition<To extends string>(to: To): { to: To } & Partial<ListPosition> {
  return { to, ...positions.get(to) }
}

/** The router's key for the scroll position of a history entry; after a link to a list, the key of the last visit of the list. */
export function scrollRestorationKey({ state, href }: ParsedLocation): string {
  return state.keptAt ?? state.__TSR_key ?? href
}
