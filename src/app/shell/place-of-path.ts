const createListing = '/listings/new'
const myListings = '/my-listings'
const others = ['/questionnaire/analytics', '/dashboard', '/clients', '/tours', '/questionnaire']

/**
 * The address in the navigation bar under which a page belongs: a listing belongs to My Listings, whatever its address.
 * `undefined` for pages that stand alone.
 */
export function placeOfPath(path: string): string | undefined {
  if (/^\/listings\/(new|create)(\/|$)/.test(path)) return createListing
  if (/^\/(my-listings|listings)(\/|$)/.test(path)) return myListings
  return others.find((to) => path === to || path.startsWith(`${to}/`))
}
