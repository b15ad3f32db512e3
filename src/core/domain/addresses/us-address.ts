import {
  directionals,
  nameWords,
  ordinalWords,
  streetSuffixes,
  tensWords,
  plainUnit,
  takeUnit,
  stateCode,
} from './us-address-parts.ts'

const suffixes: ReadonlySet<string> = new Set(streetSuffixes.values())
const directions: ReadonlySet<string> = new Set(directionals.values())

/** `address` may include a unit, and city, state and ZIP code after commas. */
export type HomeAddress = {
  address: string
  city?: string | null | undefined
  state?: string | null | undefined
  zip_code?: string | null | undefined
  /** From a table with a column for it: "4B", "APT 4B", "REAR". */
  unit?: string | null | undefined
}

/** A street address in capitals and USPS short forms; a missing part is ''. */
type UsAddress = {
  number: string
  /** "N" before the name */
  before: string
  name: string
  suffix: string
  /** "NW" after the suffix */
  after: string
  unit: string
}

/** Parses a US street address. Different spellings give the same result. Null without a house number or street, such as a PO box. */
export function usAddress(home: HomeAddress): UsAddress | null {
  const [first = '', ...others] = streetParts(home)
  const isUnitFirst = !/^\d/.test(first) && others[0] !== undefined && /^\d/.test(others[0])
  const text = isUnitFirst ? [...others, first].join(' ') : [first, ...others].join(' ')
  const found = numberIn(text)
  if (found === null || /^(?:P O|PO|POST OFFICE) BOX\b/.test(found.rest)) return null
  const { words, unit } = takeUnit(found.rest.split(' ').filter((word) => word !== ''))
  const street = streetIn(words)
  if (street === null) return null
  const { unit: looseUnit, ...parts } = street
  const unitText = [looseUnit, unit].filter((part) => part !== '').join(' ')
  return { number: found.number, ...parts, unit: unitText || unitIn(home.unit ?? '') }
}

function unitIn(text: string): string {
  const words = plainText(text)
    .split(' ')
    .filter((word) => word !== '')
  // `takeUnit` finds a unit only after other words, so this adds an invented street, "X ST".
  const { words: left, unit } = takeUnit(['X', 'ST', ...words])
  return left.length === 2 ? unit : plainUnit(words)
}

/** Returns the first five digits, or ''. Restores a leading zero that a spreadsheet may have dropped. */
export function zip5(zip: string | null | undefined): string {
  const digits = /^\s*(\d{4,5})(?:-?\d{4})?\s*$/.exec(zip ?? '')?.[1]
  return digits?.padStart(5, '0') ?? ''
}

/** The normalized parts between commas, without trailing parts that only repeat city, state, ZIP code or country. */
function streetParts({ address, city, state, zip_code }: HomeAddress): string[] {
  const [first = '', ...others] = address
    .split(/[,;\n\r]+/)
    .map(plainText)
    .filter((part) => part !== '')
  const [town, code, zip] = [plainText(city ?? ''), stateCode(state ?? ''), zip5(zip_code)]
  if (others.length === 0) return [withoutEnding(first, [town, code, zip])]
  const isPlace = (part: string): boolean => {
    const withoutZip = part.replace(/\b\d{5}(-\d{4})?$/, '')
    const left = [town, 'USA|US|UNITED STATES'].reduce(withoutWords, withoutZip).trim()
    return left === '' || stateCode(left) === code
  }
  const end = others.findLastIndex((part) => !isPlace(part))
  return [first, ...others.slice(0, end + 1)]
}

/** "3526 HIGH ST SACRAMENTO CA 95838": only city, state and ZIP code together are certainly the place. */
function withoutEnding(text: string, place: readonly string[]): string {
  const ending = ` ${place.join(' ')}`
  return place.every((part) => part !== '') && text.endsWith(ending) ? text.slice(0, -ending.length) : text
}

function withoutWords(text: string, words: string): string {
  if (words === '') return text
  return text.replace(new RegExp(`(^| )(?:${words})(?= |$)`), ' ')
}

/** Returns a text in capitals, without accents and signs, except "#", "/" in fractions and "-" between digits. */
export function plainText(text: string): string {
  const capitals = text.trim().toUpperCase()
  // Fast path: files have millions of such lines.
  if (/^(?:[A-Z\d]+ )*[A-Z\d]+$/.test(capitals)) return capitals
  return text
    .replaceAll(/\s*([½¼¾])/g, (_, sign: string) => ` ${fractions[sign] ?? ''} `)
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[.'’`\p{M}]/gu, '')
    .replaceAll(/(\d)-(\d\/\d)/g, '$1 $2')
    .replaceAll('#', ' # ')
    .replaceAll(/(?<!\d)[-–]|[-–](?!\d)|(?<!\d)\/|\/(?!\d)|[^\w#/ -]|_/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const fractions: Readonly<Record<string, string>> = { '½': '1/2', '¼': '1/4', '¾': '3/4' }

/** Matches a house number, also "123 1/2", "35-12", "123A", and "W180N8085" of Wisconsin's grid. */
const houseNumber = /^(\d+[A-Z]?(?:-\d+[A-Z]?)?|[NSEW]\d+[NSEW]?\d*)( \d\/\d)? (?=\S)(.+)$/

function numberIn(text: string): { number: string; rest: string } | null {
  const [, number, half = '', rest] = houseNumber.exec(text) ?? []
  if (number === undefined || rest === undefined) return null
  const plain = number.replace(/^0+/, '')
  return plain === '' ? null : { number: `${plain}${half}`, rest }
}

function streetIn(words: readonly string[]): Omit<UsAddress, 'number'> | null {
  const left = words.flatMap((word) => word.split('-')).map((word) => streetSuffixes.get(word) ?? word)
  if (left.length === 0) return null
  const before = takeDirection(left, 'start')
  const unit = isNumberedRoad(left) ? '' : takeLooseUnit(left)
  const after = takeDirection(left, 'end')
  const suffix = left.length > 1 && suffixes.has(left.at(-1)!) ? left.pop()! : ''
  return { before, name: nameOf(left, suffix), suffix, after, unit }
}

/** "County Road 12", "Hwy 50": the number belongs to the street. */
function isNumberedRoad(words: readonly string[]): boolean {
  return /\b(?:HWY|RTE|CR|SR|FM|US|(?:CO|COUNTY|STATE|RNCH|TOWNSHIP|MARKET) RD) \d+[A-Z]?(?: [NSEW]{1,2})?$/.test(
    words.join(' '),
  )
}

/** Removes a unit without a word such as "Apt" from the end of the words `left`: "100 Oak Ln 4B". */
function takeLooseUnit(left: string[]): string {
  const [suffix = '', last = ''] = left.slice(-2)
  const isBehindSuffix = left.length > 2 && (suffixes.has(suffix) || directions.has(suffix))
  if (!isBehindSuffix || directionals.has(last) || !/^(?:[A-Z]?\d+[A-Z]?|[A-Z])$/.test(last)) return ''
  left.pop()
  return plainUnit([last])
}

/** Removes a direction from one end of the words `left`, also "North West" and "N W", but never the whole name: "N St", "North Ave". */
function takeDirection(left: string[], end: 'start' | 'end'): string {
  const isStart = end === 'start'
  const [outer, inner] = isStart ? left : left.toReversed()
  const direction = directionals.get(outer ?? '')
  if (direction === undefined) return ''
  const pair = (isStart ? [outer, inner] : [inner, outer]).map((word) => directionals.get(word ?? '') ?? '').join(' ')
  const isPair = /^[NS] [EW]$/.test(pair) && hasName(isStart ? left.slice(2) : left.slice(0, -2), isStart)
  const count = isPair ? 2 : 1
  const rest = isStart ? left.slice(count) : left.slice(0, -count)
  const isSurelyDirection = !isStart && direction.length === 2 && rest.length > 0
  if (!isSurelyDirection && !hasName(rest, isStart)) return ''
  left.splice(isStart ? 0 : -count, count)
  return isPair ? pair.replace(' ', '') : direction
}

/** Whether a name is left: the "E" of "E St NW" and of "Avenue E" is not a direction. */
function hasName(words: readonly string[], isStart: boolean): boolean {
  const end = isStart ? words.findLastIndex((word) => !directionals.has(word)) + 1 : words.length
  return end > 1 || (end === 1 && !suffixes.has(words[0]!))
}

/** Normalizes ordinals and "Saint": "TWENTY FIRST" is "21ST", and "5" of "5 AVE" is "5TH". */
function nameOf(words: readonly string[], suffix: string): string {
  const named: string[] = []
  for (const word of words) {
    const ten = tensWords.get(named.at(-1) ?? '')
    const ordinal = ordinalWords.get(word)
    if (ordinal !== undefined && ten !== undefined && ordinal < 10) named.splice(-1, 1, ordinalOf(ten + ordinal))
    else named.push(ordinal === undefined ? (nameWords.get(word) ?? word) : ordinalOf(ordinal))
  }
  const isNumbered = named.length === 1 && /^\d+$/.test(named[0]!) && ['ST', 'AVE', 'PL'].includes(suffix)
  const text = isNumbered ? ordinalOf(Number(named[0])) : named.join(' ')
  return text
    .replace(/^CO RD\b/, 'CR')
    .replace(/^STATE (?:RTE|HWY)\b/, 'SR')
    .replace(/^U S\b/, 'US')
    .replace(/^US (?:HWY|RTE)\b/, 'US')
}

function ordinalOf(number: number): string {
  const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10
  return `${number}${['TH', 'ST', 'ND', 'RD'][last] ?? 'TH'}`
}
