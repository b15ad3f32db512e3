const createListing = '/listings/new'
const myListings = '/my-listings'
const others = [
  '/today',
  '/dashboard',
  '/clients',
  '/tours',
  '/questionnaire/analytics',
  '/questionnaire',
  '/outbox',
  '/settings',
  '/more',
]

/**
 * The address in the navigation bar under which a page belongs: a listing belongs to My Listings, whatever its address.
 * `undefined` for pages that stand alone.
 */
export function placeOfPath(path: string): string | undefined {
  if (/^\/listings\/(new|create)(\/|$)/.test(path)) return createListing
  if (/^\/(my-listings|listings|figures|open-houses)(\/|$)/.test(path)) return myListings
  // They are seen in its calendar.
  if (path.startsWith('/appointments/')) return '/dashboard'
  return others.find((to) => path === to || path.startsWith(`${to}/`))
}

/** The same for the bottom bar, which has fewer places: More leads to what it has no room for. */
export function bottomPlaceOfPath(path: string): string | undefined {
  const place = placeOfPath(path)
  if (place === createListing) return myListings
  return place === undefined || onBottomBar.has(place) ? place : '/more'
}

const onBottomBar = new Set(['/today', myListings, '/clients', '/tours'])
