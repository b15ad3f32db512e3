import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { decodeText } from '#files/decode-text.ts'
import { ExplainedError } from '#server/config.ts'

/** `line` starts at 1; `text` is null for a line that is too long. */
export type FileLine = { line: number; text: string | null }

/** No line of an address table is longer. Limits the memory for files without line breaks. */
const longestLineBytes = 256 * 1024
const lineBreak = 0x0a

/** Yields the nonblank lines of a file in blocks of a few hundred; unpacks gzip. */
export async function* linesOfFile(file: string): AsyncGenerator<FileLine[]> {
  const start = await firstBytes(file)
  if (start[0] === 0x50 && start[1] === 0x4b) throw new ExplainedError(`${file} is a ZIP archive. Unpack it first.`)
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff))
    throw new ExplainedError(`${file} is written in UTF-16. Save it as UTF-8 first.`)
  const bytes = createReadStream(file)
  const isPacked = start[0] === 0x1f && start[1] === 0x8b
  yield* linesIn(isPacked ? bytes.pipe(createGunzip()) : bytes)
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => {
    throw new ExplainedError(`The file ${file} cannot be read.`)
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer
  } finally {
    await handle.close()
  }
}

async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine[]> {
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false
  let line = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineBreak)
    if (end < 0) {
      rest = isTooLong ? rest : Buffer.concat([rest, chunk])
      if (rest.length > longestLineBytes) [rest, isTooLong] = [Buffer.alloc(0), true]
      continue
    }
    const texts = decodeText(Buffer.concat([rest, chunk.subarray(0, end)])).split('\n')
    const lines = texts.map((text, index) => ({
      line: line + index + 1,
      text: isTooLong && index === 0 ? null : withoutCarriageReturn(text),
    }))
    line += texts.length
    rest = chunk.subarray(end + 1)
    isTooLong = false
    yield withoutBlanks(lines)
  }
  if (rest.length > 0 || isTooLong) {
    yield withoutBlanks([{ line: line + 1, text: isTooLong ? null : withoutCarriageReturn(decodeText(rest)) }])
  }
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function withoutBlanks(lines: FileLine[]): FileLine[] {
  return lines.filter(({ text }) => text === null || text.trim() !== '')
}
