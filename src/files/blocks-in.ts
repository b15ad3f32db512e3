/** A part of a file between its BEGIN and its END, and the line where it begins, counted from 1. */
type Block = { line: number; lines: string[] }

/** All parts of this name, such as the cards of an address book or the events of a calendar. */
export function blocksIn(text: string, name: string): Block[] {
  const [begin, end] = [new RegExp(`^\\s*BEGIN:${name}\\s*$`, 'i'), new RegExp(`^\\s*END:${name}\\s*$`, 'i')]
  const blocks: Block[] = []
  let open: Block | null = null
  // One without its end counts all the same.
  const close = () => {
    if (open !== null) blocks.push({ ...open, lines: [...open.lines, `END:${name}`] })
  }
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (begin.test(line)) {
      close()
      open = { line: index + 1, lines: [] }
    }
    open?.lines.push(line)
    if (open !== null && end.test(line)) {
      blocks.push(open)
      open = null
    }
  }
  close()
  return blocks
}
