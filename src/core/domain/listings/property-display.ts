import { knownNumber } from '#core/domain/text/known-number.ts'
import { holdsWords, searchWords } from './listing-rules.ts'

/** Stands where a figure is not known; never a 0 (reading R12). */
export const unknownFigure = '–'

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** "2,222", or '–' when it is not known. */
export function figureText(value: unknown): string {
  const number = knownNumber(value)
  return number === null ? unknownFigure : figures.format(number)
}

/** The area in square feet, under either of its two names; null when unknown. */
export function squareFeetOf(property: { square_feet?: unknown; square_footage?: unknown }): number | null {
  return knownNumber(property.square_feet) ?? knownNumber(property.square_footage)
}

/** "0.25 acres"; 0.00 when it is not known (reading R12). */
export function lotSizeText(lotSize: unknown): string {
  return `${(knownNumber(lotSize) ?? 0).toFixed(2)} acres`
}

export function garageText(spaces: unknown): string {
  const number = knownNumber(spaces)
  if (number === null) return unknownFigure
  return number === 1 ? '1 car' : `${figures.format(number)} cars`
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

/** "51 Aiken Way, Sacramento, CA 95819", with whatever of it is known; for a map, or whoever is to find the door. */
export function fullAddress(property: PostalAddress): string {
  return [plainText(property.address), placeText(property)].filter(Boolean).join(', ')
}

/** "Carmichael, CA 95608", with whatever of it is known. */
export function placeText(property: { city?: unknown; state?: unknown; zip_code?: unknown }): string {
  const stateAndZip = [property.state, property.zip_code].map(plainText).filter(Boolean).join(' ')
  return [plainText(property.city), stateAndZip].filter(Boolean).join(', ')
}

/** "4 beds · 2 baths · 2,222 ft²", leaving out what is not known. */
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
    ...counted.map(([count, word]) => count !== null && `${figures.format(count)} ${word}${count === 1 ? '' : 's'}`),
    area !== null && `${figures.format(area)} ft²`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** True when address, city, state and ZIP code together, as the catalog shows them, hold each of these `wordsOf` a search. */
export function matchesPropertySearch(property: PostalAddress, words: readonly string[]): boolean {
  return holdsWords(searchWords(fullAddress(property)), words)
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
