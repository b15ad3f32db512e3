import { textOf } from './text-of.ts'
import type { SaidInFile } from './import-kind.ts'
import { streetName } from './home-identity.ts'

/** A listing by which a file may name it: its number, or where it stands. */
export type NamedListing = {
  key: string
  id?: number | undefined
  status: string
  address: string
  city: string
  zip_code: string
}

/** Finds the one listing that a line means, or says why there is none. */
export function listingFinder(listings: readonly NamedListing[]): (said: SaidInFile) => NamedListing | string {
  const byId = new Map(listings.map((listing) => [String(listing.id ?? listing.key), listing]))
  const byKey = new Map(listings.map((listing) => [listing.key, listing]))
  const byStreet = new Map<string, NamedListing[]>()
  for (const listing of listings) {
    const street = streetName(listing.address)
    byStreet.set(street, [...(byStreet.get(street) ?? []), listing])
  }
  return (said) => {
    const [number, street, city, zip] = [said['listing'], said['address'], said['city'], said['zip_code']].map(textOf)
    const known = byId.get(number ?? '') ?? byKey.get(number ?? '')
    if (known !== undefined) return known
    // A column "Listing" may as well hold addresses.
    if (number && (street || !/[a-z]\s|\s[a-z]/i.test(number))) return `There is no listing ${number}.`
    const address = street || number
    if (!address) return 'This line names no listing.'
    const found = (byStreet.get(streetName(address)) ?? []).filter(
      (one) => isSame(one.city, city) && isSame(one.zip_code.slice(0, 5), zip?.slice(0, 5)),
    )
    const current = preferred(found, ({ status }) => status !== 'Sold')
    const [only, another] = preferred(current, (one) => isSame(one.address, address))
    if (only === undefined) return `There is no listing at ${address}.`
    return another === undefined ? only : `There are several listings at ${address}; name one by its id.`
  }
}

/** Those of several that are as they should be, where any is. */
function preferred(found: readonly NamedListing[], isPreferred: (one: NamedListing) => boolean) {
  const some = found.length > 1 ? found.filter(isPreferred) : []
  return some.length === 0 ? found : some
}

function isSame(known: string, said: string | undefined): boolean {
  return !known || !said || known.trim().toLowerCase() === said.trim().toLowerCase()
}
