import { directionals, streetSuffixes, unitsAlone, unitWords } from './us-street-words.ts'

export type Street = { address: string; city: string }

/** Where streets usually end; other suffixes, such as "Park" or "Lake", are often in the names of streets and cities. */
const usualSuffixes = new Set(
  'ST AVE DR RD BLVD LN CT CIR WAY PL TER PKWY HWY TRL LOOP SQ CV RUN ALY XING EXPY FWY TPKE PLZ PATH ROW WALK PASS'.split(
    ' ',
  ),
)

/**
 * Street and city of a line that has no comma between them. `cityOfZip` is looked for at the end first; otherwise the city
 * begins behind the suffix of the street and its unit. Null when no word is left for a city, or no end of the street is found.
 */
export function cutCity(line: string, cityOfZip?: string): Street | null {
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

/** The place of the first word behind the street. */
function endOfStreet(words: readonly string[]): number | null {
  const capitals = words.map((word) => word.toUpperCase().replaceAll('.', ''))
  const grid =
    /^(?:[NSEW] )?\d+ (?:(?:N|S|E|W|NORTH|SOUTH|EAST|WEST) \d+ (?:N|S|E|W|NORTH|SOUTH|EAST|WEST))(?= |$)/.exec(
      capitals.join(' '),
    )
  const numbered = numberedRoad.exec(capitals.join(' '))
  const found = grid ?? numbered
  const end = found === null ? behindSuffix(capitals) : found[0].split(' ').length
  return end === null ? null : behindUnit(capitals, end)
}

/** "N1234 County Road K", "500 US Hwy 12" */
const numberedRoad =
  /^\S+ (?:[NSEW]{1,2} )?(?:(?:COUNTY|CO|STATE|US|U S|OLD|RANCH|FARM TO MARKET) )*(?:ROAD|RD|HWY|HIGHWAY|ROUTE|RTE|US|FM|CR|SR) (?:\d+[A-Z]?|[A-Z]{1,2})(?= |$)(?: [NSEW]{1,2}(?= |$))?/

function behindSuffix(words: readonly string[]): number | null {
  const ends = words.flatMap((word, index) =>
    index >= 2 && usualSuffixes.has(streetSuffixes.get(word) ?? '') ? [index] : [],
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

/** "100 Main St St Paul", "5 Oak Ave St Louis" */
function isSaint(words: readonly string[], index: number, ends: readonly number[]): boolean {
  return words[index] === 'ST' && index < words.length - 1 && ends.includes(index - 1)
}

/** "12 Elm St NE Atlanta", and "12 Elm St N Salem", but "12 Elm St North Bend": a whole word begins a city's name more often. */
function isDirectionOfStreet(words: readonly string[], index: number): boolean {
  return words[index]!.length <= 2 || index === words.length - 1
}

function isUnitAt(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  if (/^#\w/.test(word)) return true
  return unitWords.has(word) && /^#?(?:\w?\d[\w-]*|[A-Z]\d*)$/.test(words[index + 1] ?? '')
}

function behindUnit(words: readonly string[], start: number): number {
  let end = start
  while (end < words.length) {
    if (/^#\w/.test(words[end]!)) end += 1
    else if (isUnitAt(words, end)) end += 2
    else if (unitsAlone.has(words[end]!) && end === start && end < words.length - 1) end += 1
    else break
  }
  return end
}
