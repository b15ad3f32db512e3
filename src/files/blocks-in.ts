import type { ContentLine } from './read-content-lines.ts'

/** A part of a file between its BEGIN and its END, the line where it begins, counted from 1, and the parts inside it. */
export type Block = { name: string; line: number; lines: ContentLine[]; parts: Block[] }

/** All parts of this name that are in no other of this name, such as the cards of an address book or the events of a calendar. */
export function blocksIn(lines: readonly ContentLine[], name: string): Block[] {
  const blocks: Block[] = []
  const open: Block[] = []
  for (const one of lines) {
    const [, begun, ended] = beginOrEnd.exec(one.text) ?? []
    if (ended !== undefined) {
      const place = open.findLastIndex((block) => block.name === ended.toUpperCase())
      if (place !== -1) open.length = place
    } else if (begun === undefined) open.at(-1)?.lines.push(one)
    else {
      const block = { name: begun.toUpperCase(), line: one.line, lines: [], parts: [] }
      const isInside = block.name !== name || agent.test(one.text) || agent.test(open.at(-1)?.lines.at(-1)?.text ?? '')
      if (isInside && open.length === 0) continue
      // One without its end counts all the same.
      if (!isInside) open.length = 0
      const { parts } = open.at(-1) ?? { parts: blocks }
      parts.push(block)
      open.push(block)
    }
  }
  return blocks
}

const beginOrEnd = /^(?:(?:AGENT[^:]*:\s*)?BEGIN:\s*([\w-]+)|END:\s*([\w-]+))$/i
/** In vCard 2.1 a card may have another one inside. */
const agent = /^AGENT[^:]*:\s*(?:BEGIN:VCARD)?$/i
