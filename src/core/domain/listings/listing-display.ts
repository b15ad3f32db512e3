import { containsAllWords, normalizeSearchText } from './listing-rules.ts'
import type { ListedBy } from '#core/contract/listing.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { photoWidths, isListedByOther } from '#core/contract/record-constants.ts'
import { formatDollars } from '#core/format/numbers.ts'

/** Shown instead of an unknown figure of a property, never a 0; only the lot size is an exception (reading R12). */
export const unknownFigure = '–'

const figureFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export function figureText(value: unknown): string {
  const number = knownNumber(value)
  return number === null ? unknownFigure : figureFormat.format(number)
}

/** Returns the living area, for which servers use one of two field names. */
export function squareFeetOf(property: { square_feet?: unknown; square_footage?: unknown }): number | null {
  return knownNumber(property.square_feet) ?? knownNumber(property.square_footage)
}

/** "0.25 acres"; "0.00 acres" if unknown, the exception in reading R12. */
export function lotSizeText(lotSize: unknown): string {
  return `${(knownNumber(lotSize) ?? 0).toFixed(2)} acres`
}

export function garageText(spaces: unknown): string {
  const number = knownNumber(spaces)
  if (number === null) return unknownFigure
  return number === 1 ? '1 car' : `${figureFormat.format(number)} cars`
}

/** A year has no thousands separator. */
export function yearText(year: unknown): string {
  const number = knownNumber(year)
  return number === null ? unknownFigure : String(number)
}

export type PostalAddress = {
  address?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip_code?: string | undefined
}

export function fullAddress(property: PostalAddress): string {
  return [plainText(property.address), placeText(property)].filter(Boolean).join(', ')
}

/** "Carmichael, CA 95608", or the parts that are known. */
export function placeText(property: { city?: unknown; state?: unknown; zip_code?: unknown }): string {
  const stateAndZip = [property.state, property.zip_code].map(plainText).filter(Boolean).join(' ')
  return [plainText(property.city), stateAndZip].filter(Boolean).join(', ')
}

/** "4 beds · 2 baths · 2,222 ft²", without unknown parts. */
export function factsText(property: {
  bedrooms?: unknown
  bathrooms?: unknown
  square_feet?: unknown
  square_footage?: unknown
}): string {
  const counted = [
    [knownNumber(property.bedrooms), 'bed'],
    [knownNumber(property.bathrooms), 'bath'],
  ] as const
  const area = squareFeetOf(property)
  return [
    ...counted.map(
      ([count, word]) => count !== null && `${figureFormat.format(count)} ${word}${count === 1 ? '' : 's'}`,
    ),
    area !== null && `${figureFormat.format(area)} ft²`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** Whether the full address contains each of the words, which are normalized. */
export function matchesPropertySearch(property: PostalAddress, words: readonly string[]): boolean {
  return containsAllWords(normalizeSearchText(fullAddress(property)), words)
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** "$529,500", or "Price unknown" for another broker's home without a price. */
export function formatListingPrice(listing: { listing_price?: number; listed_by?: ListedBy | null }): string {
  const price = knownNumber(listing.listing_price) ?? 0
  return price === 0 && isListedByOther(listing) ? 'Price unknown' : formatDollars(price)
}

/** "Listed by Ann Lee, Bay Homes"; null for the agent's own listing. */
export function formatListedBy({ listed_by = null }: { listed_by?: ListedBy | null }): string | null {
  if (listed_by === null) return null
  return `Listed by ${[listed_by.name, listed_by.brokerage].filter(Boolean).join(', ') || 'another broker'}`
}

type PhotoSource = { src: string; srcSet?: string }

/** Our server stores each photo in three widths, `/photos/{name}/{width}`; any other address is used as it is. */
export function photoSource(address: string): PhotoSource {
  const base = /^(.*\/photos\/[0-9a-f]{32})\/\d+$/.exec(address)?.[1]
  if (base === undefined) return { src: address }
  return { src: address, srcSet: photoWidths.map((width) => `${base}/${width} ${width}w`).join(', ') }
}

/** A sort key: street first, then house number. */
export function streetOrderKey(address: string): string {
  const [, number = '', street = address] = /^\s*(\d\S*)\s+(.+)$/.exec(address) ?? []
  return `${sortKey(street)}\n${sortKey(number)}`
}

/** Returns the text without case and accents, with padded numbers, so that they sort by value. */
function sortKey(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/\d+/g, (digits) => digits.padStart(longestNumber, '0'))
}

const longestNumber = 9
