/** An unfolded property. `line` is its first line in the file, from 1. */
export type ContentLine = { line: number; text: string }

type OpenProperty = { line: number; isBinary: boolean; isQuoted: boolean; isText: boolean; parts: string[] }

/**
 * Unfolds the properties of an address book (RFC 2426, RFC 6350) or calendar (RFC 5545). A line that is not a property
 * continues the text or picture above it; otherwise it becomes a property named `strayAs`, or is left out if that is null. Pictures,
 * sounds and keys, most of a card's size, and cards inside a property of a card are left out.
 */
export function contentLines(text: string, strayAs: 'NOTE' | null): ContentLine[] {
  const lines = text.split(/\r\n|\n|\r/)
  // Some files are indented as a whole.
  const [, indent = ''] = /^([ \t]+)BEGIN:/i.exec(lines.find((line) => line.trim() !== '') ?? '') ?? []
  const found: ContentLine[] = []
  let open: OpenProperty | null = null
  const close = () => {
    if (open !== null && !open.isBinary) found.push({ line: open.line, text: joinParts(open) })
    open = null
  }
  for (const [index, raw] of lines.entries()) {
    const line = indent !== '' && raw.startsWith(indent) ? raw.slice(indent.length) : raw
    if (open !== null && appendIfContinued(open, line)) continue
    if (line.trim() === '') continue
    if (isProperty(line, open)) {
      close()
      open = openProperty(index + 1, line)
    } else if (isPropertyWithoutValue(line)) close()
    else if (strayAs !== null) {
      close()
      open = openProperty(index + 1, `${strayAs}:${line}`)
    }
  }
  close()
  return found
}

function openProperty(line: number, text: string): OpenProperty {
  const isQuoted = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(text)
  return { line, isBinary: binaryProperty.test(text), isQuoted, isText: textProperty.test(text), parts: [text] }
}

const binaryProperty = /^(?:[\w-]+\.)?(?:photo|logo|sound|key)[;:]|^(?:[\w-]+\.)?agent[;:].*\\n/i
const textProperty = /^(?:[\w-]+\.)?(?:NOTE|DESCRIPTION|COMMENT|LOCATION|ADR|LABEL)[;:]/i

/** Adds a continuation line to the property above it; false for any other line. Parts are joined only once: a picture has thousands. */
function appendIfContinued(open: OpenProperty, line: string): boolean {
  const isEnd = /^\s*END:/i.test(line)
  const isSoftBreak = open.isQuoted && open.parts.at(-1)?.endsWith('=') === true && !isEnd && !hasKnownName(line)
  const isFolded = /^[ \t]/.test(line) && line.trim() !== ''
  const isPicture = open.isBinary && /^[A-Za-z0-9+/=]+\s*$/.test(line)
  if (!isSoftBreak && !isFolded && !isPicture) {
    if (!open.isText || line.trim() === '' || isProperty(line, open) || isPropertyWithoutValue(line)) return false
    // Some programs write a note with plain line breaks.
    open.parts.push(String.raw`\n${line}`)
    return true
  }
  if (!open.isBinary) open.parts.push(isSoftBreak ? line : line.slice(1))
  return true
}

function joinParts({ isQuoted, parts }: OpenProperty): string {
  if (!isQuoted) return parts.join('').trim()
  const [first = '', ...rest] = parts
  // Some files also fold quoted-printable text: each part then begins with a space that is not part of the text.
  const isAlsoFolded = rest.some((part) => /^[ \t]=/.test(part)) && rest.every((part) => /^[ \t\\]/.test(part))
  return [first, ...rest.map((part) => (isAlsoFolded ? part.replace(/^[ \t]/, '') : part))]
    .map((part, index) => (index < rest.length && !rest[index]?.startsWith('\\n') ? part.replace(/=$/, '') : part))
    .join('')
    .trim()
}

const property = /^\s*(?:[\w-]+\.)?([A-Za-z][\w-]*)[;:]/

/** After a text, only the name of a known property begins a new one, because notes may have lines such as "Phone: 555". */
function isProperty(line: string, open: OpenProperty | null): boolean {
  return open?.isText === true ? hasKnownName(line) : property.test(line)
}

function hasKnownName(line: string): boolean {
  const name = property.exec(line)?.[1] ?? ''
  return (
    /^x-/i.test(name) ||
    (knownNames.has(name.toUpperCase()) && (name === name.toUpperCase() || name === name.toLowerCase()))
  )
}

const knownNames = new Set(
  [
    'ADR AGENT ANNIVERSARY ATTACH ATTENDEE BDAY BEGIN CATEGORIES CLASS COMMENT COMPLETED CONFERENCE CONTACT CREATED',
    'DESCRIPTION DTEND DTSTAMP DTSTART DUE DURATION EMAIL END EXDATE EXRULE FBURL FN GENDER GEO IMPP KEY KIND LABEL LANG',
    'LAST-MODIFIED LOCATION LOGO MAILER MEMBER N NAME NICKNAME NOTE ORG ORGANIZER PHOTO PRIORITY PRODID RDATE RECURRENCE-ID',
    'RELATED RELATED-TO REV ROLE RRULE SEQUENCE SORT-STRING SOUND SOURCE STATUS SUMMARY TEL TITLE TRANSP TZ UID URL VERSION',
  ]
    .join(' ')
    .split(' '),
)

/** True for the name of a property without a colon: "UID", "X-APPLE-RADIUS=49.9". */
function isPropertyWithoutValue(line: string): boolean {
  const name = /^\s*([A-Z][A-Z-]*)(?:=\S*)?\s*$/.exec(line)?.[1] ?? ''
  return name.startsWith('X-') || knownNames.has(name)
}

/** The lines from a `BEGIN` to its `END`, without these two. `line` is that of `BEGIN`, from 1. `parts`: the blocks inside this one. */
export type Block = { name: string; line: number; lines: ContentLine[]; parts: Block[] }

/** Returns the blocks of this name, from `BEGIN` to `END`, that are not inside another one of this name. */
export function blocksIn(lines: readonly ContentLine[], name: string): Block[] {
  const blocks: Block[] = []
  const open: Block[] = []
  for (const one of lines) {
    const [, begun, ended] = beginOrEnd.exec(one.text) ?? []
    if (ended !== undefined) {
      const index = open.findLastIndex((block) => block.name === ended.toUpperCase())
      if (index !== -1) open.length = index
    } else if (begun === undefined) open.at(-1)?.lines.push(one)
    else {
      const block = { name: begun.toUpperCase(), line: one.line, lines: [], parts: [] }
      const isInside = block.name !== name || agent.test(one.text) || agent.test(open.at(-1)?.lines.at(-1)?.text ?? '')
      if (isInside && open.length === 0) continue
      // A block without END counts, too.
      if (!isInside) open.length = 0
      const { parts } = open.at(-1) ?? { parts: blocks }
      parts.push(block)
      open.push(block)
    }
  }
  return blocks
}

const beginOrEnd = /^(?:(?:AGENT[^:]*:\s*)?BEGIN:\s*([\w-]+)|END:\s*([\w-]+))$/i
/** In vCard 2.1, a card may contain another card. */
const agent = /^AGENT[^:]*:\s*(?:BEGIN:VCARD)?$/i
