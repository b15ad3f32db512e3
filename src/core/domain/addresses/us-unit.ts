import { directionals, ordinalWords, streetSuffixes, unitsAlone, unitWords } from './us-street-words.ts'

const suffixes: ReadonlySet<string> = new Set(streetSuffixes.values())

/** Takes units off the end: "APT 4", "# 4", "BLDG 2 UNIT 5". */
export function takeUnit(words: readonly string[]): { words: string[]; unit: string } {
  const left = [...words]
  const units: string[] = []
  for (;;) {
    const last = left.at(-1) ?? ''
    const alone = unitAlone(left)
    const floor = floorAtEnd(left)
    const glued = left.length > 2 ? /^(APT|UNIT|STE|BLDG)(\d[\w-]*)$/.exec(last) : null
    const at = left.findLastIndex((word, index) => index > 0 && index < left.length - 1 && unitWords.has(word))
    if (alone !== undefined) {
      units.unshift(alone)
      left.pop()
      // "UNIT REAR"
      if (left.length > 2 && unitWords.get(left.at(-1)!) === '') left.pop()
    } else if (floor !== null) {
      units.unshift(floor)
      left.splice(-2)
    } else if (glued !== null) {
      units.unshift(`${unitWords.get(glued[1]!)}${plainUnit([glued[2]!])}`)
      left.pop()
    } else if (at > 0 && left.slice(at + 1).every(isUnitName)) {
      units.unshift(`${unitWords.get(left[at]!)}${plainUnit(left.slice(at + 1))}`)
      left.splice(at)
      // "APT # 4"
      if (left.length > 1 && unitWords.has(left.at(-1)!) && floorAtEnd(left) === null) left.pop()
    } else return { words: left, unit: units.join(' ') }
  }
}

/** "REAR" behind a street with its direction, or behind "UNIT": "ELM ST NE REAR". */
function unitAlone(words: readonly string[]): string | undefined {
  const [street = '', direction = '', last = ''] = ['', ...words].slice(-3)
  const before = directionals.has(direction) ? street : direction
  return streetSuffixes.has(before) || unitWords.get(before) === '' ? unitsAlone.get(last) : undefined
}

/** "2ND FLOOR" and "SECOND FL" behind a street are "FL2". */
function floorAtEnd(words: readonly string[]): string | null {
  const [before = '', ordinal = '', word = ''] = words.slice(-3)
  if (words.length < 3 || unitWords.get(word) !== 'FL' || (words.length === 3 && directionals.has(before))) return null
  const number = ordinalWords.get(ordinal) ?? /^(\d+)(?:ST|ND|RD|TH)$/.exec(ordinal)?.[1]
  return number === undefined ? null : `FL${number}`
}

function isUnitName(word: string): boolean {
  return /\d/.test(word) || (/^[A-Z]{1,2}$/.test(word) && !suffixes.has(word))
}

/** "4-B", "4 B" and "04B" are one door. */
export function plainUnit(words: readonly string[]): string {
  return words
    .join('')
    .replaceAll('-', '')
    .replace(/^0+(?=\w)/, '')
}
