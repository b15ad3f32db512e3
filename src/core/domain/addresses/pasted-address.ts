import type { ZipNames } from './zip-tables.ts'
import { titleCase } from '#core/domain/text/title-case.ts'
import { directionals, streetSuffixes, unitsAlone, unitWords, isStateCode, stateCode } from './us-address-parts.ts'

/** An address in the fields of a home; a missing field is ''. */
export type SplitAddress = { address: string; city: string; state: string; zip_code: string }

const maxTextLength = 300

/**
 * Splits a pasted American address, "1427 se 34th ave #4 portland, or 97214-1234, USA", into fields. The unit stays in the
 * street line, and the ZIP code has five digits. `cityOf` finds the city if no comma separates it, and fills in missing fields.
 * Null without a street, and for post-office boxes and military mail, which are not homes.
 */
export function splitAddress(text: string, cityOf: ZipNames = () => null): SplitAddress | null {
  if (text.length > maxTextLength || isNoHome(text)) return null
  const parts = partsOf(text)
  removeCountry(parts)
  const zip_code = removeZip(parts)
  const known = zip_code === '' ? null : cityOf(zip_code)
  const state = removeState(parts, zip_code, known?.state)
  const street = streetAndCity(parts, known?.city, zip_code !== '' || state !== '')
  if (street === null || !isStreet(street.address)) return null
  if (zip_code === '' && state === '' && isAbroad(text)) return null
  return {
    address: withNormalCase(street.address),
    city: titleCase(withNormalCase(street.city)) || (known?.city ?? ''),
    state: state || (known?.state ?? ''),
    zip_code,
  }
}

function isNoHome(text: string): boolean {
  return /\b(?:P\.?\s*O\.?|post\s+office)\s*(?:box|drawer)\b|\b[AFD]PO\b[\s,]+A[AEP]\b/i.test(text)
}

/** Whether the text has a British or Canadian postal code, or the name of another country after a comma. */
export function isAbroad(text: string): boolean {
  return (
    /\b(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b(?=\s*(?:[,.!?\n]|$))/.test(text) ||
    new RegExp(`[,\\n]\\s*(?:[^,\\n]* )?(?:${countries})\\s*(?:[.!?\\n]|$)`, 'i').test(text)
  )
}

/** Other countries, except those whose names are also towns in the United States, such as Lebanon and Peru. */
const countries =
  'U\\.?K\\.?|United Kingdom|Great Britain|England|Scotland|Northern Ireland|Ireland|Canada|Australia|New Zealand|India|Germany|Deutschland|Austria|Österreich|Switzerland|France|Spain|España|Portugal|Italy|Italia|Netherlands|Belgium|Denmark|Sweden|Finland|Japan|China|Singapore|South Africa|Brazil|Brasil|México'

/** Removes text that is not part of an address: a listing number, "(back house)". A unit or an address in parentheses stays. */
export function plainAddressText(text: string): string {
  return text
    .replaceAll(/\bMLS\b\s*(?:®\s*)?(?:#|no\b\.?|number|id|num\b\.?)?\s*[:#]?\s*[A-Z]{0,4}-?\d{4,}\b[,;:]?/gi, '\n')
    .replaceAll(/(?<=^|\n)\s*#?\d{7,}\s/g, '\n')
    .replaceAll(/\s*\(([^()\n]*)\)/g, (_, inner: string) => (/\d/.test(inner) || isUnit(inner) ? `, ${inner},` : ' '))
    .replaceAll(/(?<=\p{L})\.(?=\d{5}\b)/gu, ' ')
}

function partsOf(text: string): string[] {
  return plainAddressText(text.normalize('NFC'))
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .split(/[,;\n\r\t|•·]+|\s[-–—]\s(?!\d{1,4}\b)|(?<!\d)\s[-–—]\s/)
    .map((part) =>
      part
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/^[\s"“”'(]+|[\s"“”')]+$/g, '')
        .replace(/^(?:address|location)\s*: ?/i, '')
        .replace(/(?<=\w{2})\.$/, '')
        .trim(),
    )
    .filter((part) => part !== '')
}

function removeCountry(parts: string[]): void {
  cutEnd(parts, /(?:^|\s)(?:U\.?\s?S\.?\s?A\.?|United States(?: of America)?)$/i)
  if (parts.length > 1) cutEnd(parts, /^U\.?S\.?$/i)
}

/** Removes a match at the end of the last part and returns it. Removes the part if nothing remains of it. */
function cutEnd(parts: string[], pattern: RegExp): string {
  const last = parts.at(-1) ?? ''
  const [found] = pattern.exec(last) ?? []
  if (found === undefined) return ''
  const left = last.slice(0, last.length - found.length).trim()
  parts.splice(-1, 1, ...(left === '' ? [] : [left]))
  return found.trim()
}

/** Removes a ZIP code at the end and returns its first five digits, '' without one. The number of a house or highway is not a ZIP code. */
function removeZip(parts: string[]): string {
  const before = parts.length > 1 ? '(?:^|\\s)' : '(?<=^.*\\w.*)(?<!\\b(?:hwy|highway|route|rte|road|rd|box|lot))\\s'
  return cutEnd(parts, new RegExp(`${before}\\d{5}(?:[-–]\\d{4})?$`, 'i')).slice(0, 5)
}

/** Removes a state at the end and returns its code, '' without one. */
function removeState(parts: string[], zip: string, stateOfZip: string | undefined): string {
  const last = parts.at(-1) ?? ''
  const words = last.split(' ')
  const isOnlyPart = parts.length === 1
  for (const count of [4, 3, 2, 1]) {
    const name = words.slice(-count).join(' ')
    if (words.length < count || (isOnlyPart && words.length < count + 2)) continue
    const code = stateCode(name.replace(/^D\.? C\.?$/i, 'DC'))
    if (!isStateCode(code)) continue
    const left = words.slice(0, -count).join(' ')
    // "51 Omaha Ct", "100 Main St NE" and "12 Washington" are streets that end like a state.
    if (isOnlyPart && !isState(name, code, left, zip, stateOfZip)) continue
    // "Washington, 20001" and "New York, 10001" are cities.
    if (left === '' && code !== name.replaceAll('.', '').toUpperCase() && isCityAlone(parts, code, stateOfZip)) continue
    parts.splice(-1, 1, ...(left === '' ? [] : [left]))
    return code
  }
  return ''
}

/** Whether `name` at the end of a line without commas is a state. `left`: the words before it. */
function isState(name: string, code: string, left: string, zip: string, stateOfZip: string | undefined): boolean {
  if (stateOfZip !== undefined && stateOfZip !== code) return false
  const isAlsoStreetWord = streetSuffixes.has(code) || directionals.has(code) || name.length > 2
  if (!isAlsoStreetWord) return zip !== '' || hasCity(left)
  return hasCity(left) && (zip !== '' || name.length > 2)
}

function hasCity(text: string): boolean {
  return cutCity(text) !== null
}

/** Whether a state's name is a city: "Washington" in "12 K St, Washington, 20001", unless the ZIP code is in that state. "New York" always is. */
function isCityAlone(parts: readonly string[], code: string, stateOfZip: string | undefined): boolean {
  return parts.length === 2 && (stateOfZip === undefined || stateOfZip !== code || code === 'NY')
}

function streetAndCity(parts: string[], cityOfZip: string | undefined, hasZipOrState: boolean): Street | null {
  removeBuildingName(parts)
  const [first, ...others] = parts
  if (first === undefined) return null
  const units = others.filter(isUnit)
  const places = others.filter((part) => !isUnit(part) && !/^(?:[\w ]+ (?:county|parish)|[\w ]+ township)$/i.test(part))
  if (/^(?:lot|parcel|tract|block)\b/i.test(first) && places.length > 0)
    return { address: [first, places[0], ...units].join(', '), city: cityAmong(places.slice(1), cityOfZip) }
  if (isUnit(first) && !/^lot\b/i.test(first) && places.length > 0)
    return { address: [places[0], ...units, first].join(' '), city: cityAmong(places.slice(1), cityOfZip) }
  const withUnits = (street: string) => [street, ...units].join(' ')
  if (places.length > 0) {
    // "1427 SE 34th Ave, #4 Portland" has the unit before the city.
    const unitAhead = /^(#\s?\w+|(?:apt|unit|ste|suite)\.? \w+) (?=\S)/i.exec(places[0]!)?.[0] ?? ''
    const cityParts = [places[0]!.slice(unitAhead.length), ...places.slice(1)]
    return {
      address: [withUnits(first), unitAhead.trim()].filter(Boolean).join(' '),
      city: cityAmong(cityParts, cityOfZip),
    }
  }
  // Without commas, only a ZIP code or state shows that the line may end with a city.
  const cut = hasZipOrState ? cutCity(first, cityOfZip) : null
  return cut === null ? { address: withUnits(first), city: '' } : { ...cut, address: withUnits(cut.address) }
}

/** Removes the name of a building before the street, as in "Sunset Villas, 12 Elm St". */
function removeBuildingName(parts: string[]): void {
  const [first = '', second = ''] = parts
  if (/^\d+\S*\s/.test(second) && !/\d/.test(first) && !isUnit(first)) parts.shift()
}

function isUnit(part: string): boolean {
  const words = part.replaceAll('#', '# ').replaceAll('.', '').toUpperCase().trim().split(/\s+/)
  const [first = '', ...others] = words
  if (others.length === 0) return unitsAlone.has(first) || /^(?:\d{1,4}[A-Z]?|[A-Z]\d{0,4})$/.test(first)
  if (/^\d+(?:ST|ND|RD|TH) FL(?:OO)?R?$/.test(words.join(' '))) return true
  return (
    unitWords.has(first) &&
    others.length < 5 &&
    others.every((word) => unitWords.has(word) || /^\w?[\d-]*\w?$/.test(word))
  )
}

/** Returns the city among several places, such as a neighborhood and its city: the ZIP code's city, or else the last one. */
function cityAmong(places: readonly string[], cityOfZip: string | undefined): string {
  return places.find((place) => place.toLowerCase() === cityOfZip?.toLowerCase()) ?? places.at(-1) ?? ''
}

/** A house number with the space after it: "41", "12A-14", "N123W456", "12 1/2". */
const house = /^(?:\d+[A-Z]?(?:[-–]\d+[A-Z]?)?|[NSEW]\d+(?:[NSEW]\d+)?)(?:[ -]\d\/\d|\s?[½¼¾])? (?=.*[\p{L}\d])/iu

function isStreet(address: string): boolean {
  if (house.test(address)) return /\p{L}/u.test(address.replace(house, '')) && address.length <= 200
  if (/^(?:lot|parcel|tract|block) \S+/i.test(address)) return true
  const words = address.toUpperCase().replaceAll('.', '').split(' ')
  if (/^(?:RR|RURAL ROUTE|HC|STAR ROUTE) ?\d* BOX \w+$/.test(words.join(' '))) return true
  while (words.length > 2 && directionals.has(words.at(-1)!)) words.pop()
  return words.length > 1 && words.length < 6 && streetSuffixes.has(words.at(-1)!)
}

/** Converts text in all capitals or all lower case to title case. */
function withNormalCase(text: string): string {
  const isSmall = text === text.toLowerCase() && /\p{L}{2}/u.test(text)
  return titleCase(isSmall ? text.toUpperCase() : text).replaceAll(/\b(?:Us|Fm|Cr|Sr|Rr|Hc)(?= \d)/g, (word) =>
    word.toUpperCase(),
  )
}

type Street = { address: string; city: string }

/** Suffixes that almost always end a street. Others, such as "Park" or "Lake", are often in the name of a street or city. */
const clearSuffixes = new Set(
  'ST AVE DR RD BLVD LN CT CIR WAY PL TER PKWY HWY TRL LOOP SQ CV RUN ALY XING EXPY FWY TPKE PLZ PATH ROW WALK PASS'.split(
    ' ',
  ),
)

/** Splits a line without commas into street and city; null if no city is left, or the end of the street is not found. */
function cutCity(line: string, cityOfZip?: string): Street | null {
  const words = line.split(' ')
  const start = (cityOfZip === undefined ? null : startOfCity(words, cityOfZip)) ?? endOfStreet(words)
  if (start === null || start >= words.length || start < 2) return null
  const city = words.slice(start).join(' ')
  return /\d/.test(city) ? null : { address: words.slice(0, start).join(' '), city }
}

function startOfCity(words: readonly string[], city: string): number | null {
  const wanted = plain(city)
  for (let start = words.length - 1; start >= 2; start--)
    if (plain(words.slice(start).join(' ')) === wanted) return start
  return null
}

function plain(city: string): string {
  const words = city
    .toUpperCase()
    .replaceAll(/[.'’]/g, '')
    .split(/[ -]/)
  return words
    .map((word) => (word === 'SAINT' ? 'ST' : word === 'MOUNT' ? 'MT' : word === 'FORT' ? 'FT' : word))
    .join(' ')
}

function endOfStreet(words: readonly string[]): number | null {
  const capitals = words.map((word) => word.toUpperCase().replaceAll('.', ''))
  // An address on a street grid, as in Utah: "123 S 400 E".
  const grid =
    /^(?:[NSEW] )?\d+ (?:(?:N|S|E|W|NORTH|SOUTH|EAST|WEST) \d+ (?:N|S|E|W|NORTH|SOUTH|EAST|WEST))(?= |$)/.exec(
      capitals.join(' '),
    )
  const numbered = numberedRoad.exec(capitals.join(' '))
  const found = grid ?? numbered
  const end = found === null ? endAfterSuffix(capitals) : found[0].split(' ').length
  return end === null ? null : endAfterUnit(capitals, end)
}

/** Matches roads with a number or letter: "N1234 County Road K", "500 US Hwy 12". */
const numberedRoad =
  /^\S+ (?:[NSEW]{1,2} )?(?:(?:COUNTY|CO|STATE|US|U S|OLD|RANCH|FARM TO MARKET) )*(?:ROAD|RD|HWY|HIGHWAY|ROUTE|RTE|US|FM|CR|SR) (?:\d+[A-Z]?|[A-Z]{1,2})(?= |$)(?: [NSEW]{1,2}(?= |$))?/

function endAfterSuffix(words: readonly string[]): number | null {
  const ends = words.flatMap((word, index) =>
    index >= 2 && clearSuffixes.has(streetSuffixes.get(word) ?? '') ? [index] : [],
  )
  const others = words.flatMap((word, index) => (index >= 2 && streetSuffixes.has(word) ? [index] : []))
  const unit = words.findIndex((_, index) => index >= 2 && isUnitAt(words, index))
  // A unit ends every street: "12 Broadway #4 Portland".
  const before = (index: number) => unit === -1 || index < unit
  const last = ends.filter(before).findLast((index) => !isSaint(words, index, ends))
  const end = last ?? others.find(before)
  if (end === undefined) return unit === -1 ? null : unit
  return directionals.has(words[end + 1] ?? '') && isDirectionOfStreet(words, end + 1) ? end + 2 : end + 1
}

/** Whether "St" means Saint, as in "100 Main St St Paul" and "5 Oak Ave St Louis". */
function isSaint(words: readonly string[], index: number, ends: readonly number[]): boolean {
  return words[index] === 'ST' && index < words.length - 1 && ends.includes(index - 1)
}

/** True in "12 Elm St NE Atlanta" and "12 Elm St N Salem", not in "12 Elm St North Bend": a whole word more often starts a city's name. */
function isDirectionOfStreet(words: readonly string[], index: number): boolean {
  return words[index]!.length <= 2 || index === words.length - 1
}

function isUnitAt(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  if (/^#\w/.test(word)) return true
  return unitWords.has(word) && /^#?(?:\w?\d[\w-]*|[A-Z]\d*)$/.test(words[index + 1] ?? '')
}

function endAfterUnit(words: readonly string[], start: number): number {
  let end = start
  while (end < words.length) {
    if (/^#\w/.test(words[end]!)) end += 1
    else if (isUnitAt(words, end)) end += 2
    else if (unitsAlone.has(words[end]!) && end === start && end < words.length - 1) end += 1
    else break
  }
  return end
}
