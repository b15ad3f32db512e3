import { foldText } from '#core/domain/text/fold-text.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'

/** The same for one home, however its street, its unit and its ZIP are written. */
export function homeName({ address, city, zip_code }: { address: string; city: string; zip_code: string }): string {
  return propertyIdentity({ address: streetName(address), city, zip_code: zip_code.slice(0, 5) })
}

/** "100 Main Street, Apt 4", "100 MAIN ST #4" and "100 Main St., Unit 4" are one. */
export function streetName(address: string): string {
  const plain = foldText(address).replaceAll(/[.,]/g, ' ')
  const short = plain.replaceAll(/[a-z]+/g, (word) => shortWords.get(word) ?? word)
  const unit = /\s*(?:#|\b(?:unit|apt|apartment|suite|ste)\b)\s*#?\s*([\w-]+)\s*$/
  return short.replace(unit, ' # $1').trim().replaceAll(/\s+/g, ' ')
}

/** As the Postal Service shortens them (Publication 28, appendix C). */
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
