import type { ParsedLocation } from '@tanstack/react-router'

/**
 * Lists keep their place: who returns to one by a tab, by a "Back to …" link or after a change finds it with the same search and at
 * the same height, as Back would. Only in this page's memory; forgotten when the agent leaves.
 */
type KeptPlace = { search: object; state: { keptAt: string } }

const lists = new Set(['/my-listings', '/clients', '/tours'])
const places = new Map<string, KeptPlace>()

/** Call it with each location the router arrives at. */
export function keepPlace(location: ParsedLocation): void {
  const { pathname, search } = location
  if (lists.has(pathname)) places.set(pathname, { search, state: { keptAt: scrollKey(location) } })
}

export function forgetPlaces(): void {
  places.clear()
}

/** Where a link or a navigation to `to` leads: to a list as it was left, if it was seen before. */
export function keptPlace<To extends string>(to: To): { to: To } & Partial<KeptPlace> {
  return { to, ...places.get(to) }
}

/** Under which name the router keeps how far an entry of the history was scrolled. */
export function scrollKey({ state, href }: ParsedLocation): string {
  return state.keptAt ?? state.__TSR_key ?? href
}
