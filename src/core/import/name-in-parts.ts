/** First and last name, and what else was said beside them, as lines of the notes. */
export type NameInParts = { first_name: string; last_name: string; notes: string[] }

/**
 * The parts of a name in one piece: "Jo Ng", "Ng, Jo", "Walter Finch, Jr.", "Mona Castle, CRS, GRI". Of a name with one word, or of a
 * company, the other part stays blank: who reads it must say which it is.
 */
export function nameInParts(fullName: string): NameInParts {
  const [name = '', ...behind] = fullName
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/\s*[,，]\s*/)
    .filter(Boolean)
  if (behind.some((part) => company.test(part)) || (behind.length === 0 && company.test(name.split(' ').at(-1) ?? '')))
    return { first_name: '', last_name: fullName.trim(), notes: [] }
  const [suffixes, given] = [behind.filter(isSuffix), behind.filter((part) => !isSuffix(part))]
  const generation = suffixes.filter((part) => generations.test(part))
  const titles = suffixes.flatMap((part) => (generations.test(part) ? [] : [part]))
  if (given.length === 0) {
    const parts = inWords(name, titles)
    return { ...parts, last_name: [parts.last_name, ...generation].filter(Boolean).join(', ') }
  }
  return { first_name: given.join(', '), last_name: [name, ...generation].join(', '), notes: lineOf('Title', titles) }
}

/** "Dr. Ludwig van Beethoven III": the last word is the last name, with its particles and what stands behind it. */
function inWords(name: string, behind: readonly string[]): NameInParts {
  const words = name.split(' ')
  const titles: string[] = []
  while (words.length > 2 && title.test(words[0]!)) titles.push(words.shift()!)
  const after: string[] = []
  // In a name all in capitals "MA" and "DO" are as often names.
  const isShouted = name === name.toUpperCase()
  const credentials: string[] = []
  while (words.length > 2) {
    const last = words.at(-1)!
    if (generations.test(last)) after.unshift(words.pop()!)
    else if (!isShouted && letters.test(last)) credentials.unshift(words.pop()!)
    else break
  }
  if (words.length === 1) return { first_name: '', last_name: words[0]!, notes: lineOf('Title', behind) }
  let start = words.length - 1
  while (start > 1 && particle.test(words[start - 1]!)) start -= 1
  return {
    first_name: words.slice(0, start).join(' '),
    last_name: [...words.slice(start), ...after].join(' '),
    notes: [...lineOf('Prefix', titles), ...lineOf('Title', [...credentials, ...behind])],
  }
}

function lineOf(words: string, said: readonly string[]): string[] {
  return said.length === 0 ? [] : [`${words}: ${said.join(', ')}`]
}

function isSuffix(part: string): boolean {
  return part.split(' ').every((word) => generations.test(word) || letters.test(word))
}

const generations = /^(?:jr|sr|junior|senior|ii|iii|iv|v|vi|2nd|3rd|4th)\.?$/i
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|fr|hon|capt|col|sgt|lt)\.?$/i
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|el|al|bin|ibn|ten|ter|zu|st\.)$/
const company = /^(?:inc|llc|l\.l\.c|ltd|corp|co|lp|llp|pllc|pc|plc|gmbh)\.?$/i
/** Degrees, and what real-estate agents put behind their names. */
const letters =
  /^(?:ph\.?d|m\.?d|d\.?d\.?s|d\.?m\.?d|d\.?o|d\.?v\.?m|j\.?d|esq|cpa|cfp|mba|m\.?b\.?a|b\.?a|b\.?s|m\.?a|m\.?s|r\.?n|p\.?e|aia|usn|usmc|usaf|ret|abr|ahwd|c2ex|crb|crs|cips|epro|e-pro|gri|green|mrp|psa|rene|rsps|sfr|sres|srs|cne|cdpe|realtor®?)\.?$/i
