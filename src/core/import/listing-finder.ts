import { textOf } from './imported-records.ts'
import type { FileRecord } from './import-kind.ts'
import { foldText } from '#core/domain/text/fold-text.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'

/** A listing of the agent that a line of a file can name, by its id or its address. */
export type NamedListing = {
  key: string
  id?: number | undefined
  status: string
  address: string
  city: string
  zip_code: string
}

/** Returns a function that returns the listing that a record of a file names, or an error message if none or several match. */
export function listingFinder(listings: readonly NamedListing[]): (record: FileRecord) => NamedListing | string {
  const byId = new Map(listings.map((listing) => [String(listing.id ?? listing.key), listing]))
  const byKey = new Map(listings.map((listing) => [listing.key, listing]))
  const byStreet = new Map<string, NamedListing[]>()
  for (const listing of listings) {
    const street = streetName(listing.address)
    byStreet.set(street, [...(byStreet.get(street) ?? []), listing])
  }
  return (record) => {
    const [listingCell, street, city, zip] = [
      record['listing'],
      record['address'],
      record['city'],
      record['zip_code'],
    ].map(textOf)
    const known = byId.get(listingCell ?? '') ?? byKey.get(listingCell ?? '')
    if (known !== undefined) return known
    // A column "Listing" may also contain addresses.
    if (listingCell && (street || !/[a-z]\s|\s[a-z]/i.test(listingCell))) return `There is no listing ${listingCell}.`
    const address = street || listingCell
    if (!address) return 'This line names no listing.'
    const found = (byStreet.get(streetName(address)) ?? []).filter(
      (one) => isSameOrEmpty(one.city, city) && isSameOrEmpty(one.zip_code.slice(0, 5), zip?.slice(0, 5)),
    )
    const current = preferred(found, ({ status }) => status !== 'Sold')
    const [only, another] = preferred(current, (one) => isSameOrEmpty(one.address, address))
    if (only === undefined) return `There is no listing at ${address}.`
    return another === undefined ? only : `There are several listings at ${address}; name one by its id.`
  }
}

/** Narrows several listings to those that fit the condition; returns all if only one was found or none fits. */
function preferred(found: readonly NamedListing[], isPreferred: (one: NamedListing) => boolean) {
  const some = found.length > 1 ? found.filter(isPreferred) : []
  return some.length === 0 ? found : some
}

/** Compares a listing's text with the file's; an empty one fits any. */
function isSameOrEmpty(known: string, written: string | undefined): boolean {
  return !known || !written || known.trim().toLowerCase() === written.trim().toLowerCase()
}

/** Returns the same text for all spellings of a home's street, unit and ZIP code. */
export function homeName({ address, city, zip_code }: { address: string; city: string; zip_code: string }): string {
  return propertyIdentity({ address: streetName(address), city, zip_code: zip_code.slice(0, 5) })
}

function streetName(address: string): string {
  const plain = foldText(address).replaceAll(/[.,]/g, ' ')
  const short = plain.replaceAll(/[a-z]+/g, (word) => shortWords.get(word) ?? word)
  const unit = /\s*(?:#|\b(?:unit|apt|apartment|suite|ste)\b)\s*#?\s*([\w-]+)\s*$/
  return short.replace(unit, ' # $1').trim().replaceAll(/\s+/g, ' ')
}

/** USPS abbreviations (Publication 28, appendix C). */
const shortWords = new Map([
  ...([
    ['street', 'st'],
    ['avenue', 'ave'],
    ['drive', 'dr'],
    ['road', 'rd'],
    ['lane', 'ln'],
    ['court', 'ct'],
  ] as const),
  ...([
    ['place', 'pl'],
    ['boulevard', 'blvd'],
    ['circle', 'cir'],
    ['terrace', 'ter'],
    ['parkway', 'pkwy'],
  ] as const),
  ...([
    ['highway', 'hwy'],
    ['trail', 'trl'],
    ['square', 'sq'],
    ['north', 'n'],
    ['south', 's'],
    ['east', 'e'],
  ] as const),
  ['west', 'w'],
])
