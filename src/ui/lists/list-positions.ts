import type { ParsedLocation } from '@tanstack/react-router'

/** Links and returns to a list open it with its previous search and scroll position. In memory only. */
type KeptPlace = { search: object; state: { keptAt: string } }

const lists = new Set(['/my-listings', '/clients', '/tours'])
const places = new Map<string, KeptPlace>()

/** Call it with each location the router arrives at. */
export function rememberListPosition(location: ParsedLocation): void {
  const { pathname, search } = location
  if (lists.has(pathname)) places.set(pathname, { search, state: { keptAt: scrollRestorationKey(location) } })
}

export function forgetListPositions(): void {
  places.clear()
}

/** Returns link props for `to`, with the search and scroll position of the last visit, if there was one. */
export function linkToListPosition<To extends string>(to: To): { to: To } & Partial<KeptPlace> {
  return { to, ...places.get(to) }
}

/** The key under which the router stores the scroll position of a history entry. */
export function scrollRestorationKey({ state, href }: ParsedLocation): string {
  return state.keptAt ?? state.__TSR_key ?? href
}
