/** Pictures, sounds and keys are most of a card's size, and no part of a client. */
const heavy = /^(?:[\w-]+\.)?(?:photo|logo|sound|key|agent)[;:]/i

/**
 * The lines of a card as the newer vCard versions write them: one line a property, and of version 2.1 (which old phones
 * and Outlook still write) parameters with names and values in plain letters instead of quoted-printable.
 */
export function asModernCard(lines: readonly string[]): string {
  const whole = unfolded(lines).filter((line) => !heavy.test(line))
  const isOld = whole.some((line) => /^version:\s*2\.1/i.test(line))
  return (isOld ? whole.map(modernLine) : whole).map(trimmedLine).join('\r\n')
}

function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    const together = last === undefined || endOfCard.test(line) ? null : joined(last, line)
    if (together !== null) whole[whole.length - 1] = together
    else if (line.trim() !== '') whole.push(line)
  }
  return whole
}

const endOfCard = /^\s*END:VCARD\s*$/i
const note = /^(?:[\w-]+\.)?NOTE[;:]/i
const property = /^(?:[\w-]+\.)?[\w-]+[;:]/

/** Both lines as one; null where the second is a property of its own. */
function joined(last: string, line: string): string | null {
  if (isQuoted(last) && last.endsWith('=')) return last.slice(0, -1) + line
  if (/^[ \t]/.test(line)) return last + line.slice(1)
  // Some programs write a note as it was typed.
  return note.test(last) && line.trim() !== '' && !property.test(line) ? String.raw`${last}\n${line}` : null
}

/** On Apple’s cards a birthday without a year has a made-up one, with a note that names it. */
const madeUpYear = /^(BDAY;X-APPLE-OMIT-YEAR=(\d{4})\b.*:)\2-/i

/** Some programs indent what they write by hand. */
function trimmedLine(line: string): string {
  return line.trim().replace(madeUpYear, '$1--')
}

function isQuoted(line: string): boolean {
  return /^[^:]*;(ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)
}

function modernLine(line: string): string {
  const colon = line.indexOf(':')
  if (colon === -1) return line
  const [name = '', ...parameters] = line.slice(0, colon).split(';')
  if (/^version$/i.test(name)) return 'VERSION:3.0'
  const charset = parameters.map((one) => /^CHARSET=(.+)$/i.exec(one)?.[1]).find((found) => found !== undefined)
  const kept = parameters.filter((one) => !/^(CHARSET=|ENCODING=|QUOTED-PRINTABLE$|8BIT$|7BIT$|BASE64$)/i.test(one))
  const named = kept.map((one) => (one.includes('=') ? one : `TYPE=${one}`))
  const value = isQuoted(line) ? fromQuoted(line.slice(colon + 1), charset) : line.slice(colon + 1)
  return `${[name, ...named].join(';')}:${value}`
}

function fromQuoted(value: string, charset = 'utf-8'): string {
  const bytes = value
    .replace(/=$/, '')
    .replaceAll(/[^\p{ASCII}]/gu, '?')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  const text = decoderFor(charset).decode(Uint8Array.from(bytes, (letter) => letter.codePointAt(0) ?? 63))
  return text.replaceAll(/\r\n|\n|\r/g, String.raw`\n`)
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
