import {
  BlobReader,
  configure,
  type Entry,
  type FileEntry,
  Uint8ArrayReader,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js'

/* Zip files in a browser and in Node: never whole in memory, even beyond 4 GB. CompressionStream replaces the library's workers and WebAssembly. */
configure({ useWebWorkers: false })

/** `isAlreadyCompressed`: stored as it is, for photos. */
export type ZipPart = { name: string; content: Uint8Array | AsyncIterable<string>; isAlreadyCompressed?: boolean }

/** Streams a zip; fails if a part fails. Parts are generated only as fast as the stream is read. */
export function writeZip(parts: AsyncIterable<ZipPart>): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  writeParts(parts, writable).catch((error: unknown) => writable.abort(error).catch(() => {}))
  return readable
}

async function writeParts(parts: AsyncIterable<ZipPart>, writable: WritableStream<Uint8Array>): Promise<void> {
  const zip = new ZipWriter(writable, { keepOrder: true, extendedTimestamp: false })
  for await (const { name, content, isAlreadyCompressed = false } of parts) {
    const source = content instanceof Uint8Array ? new Uint8ArrayReader(content) : streamOf(content)
    await zip.add(name, source, { level: isAlreadyCompressed ? 0 : 6 })
  }
  await zip.close()
}

function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = texts[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** The message explains to the agent why the zip was refused. */
export class UnreadableZip extends Error {
  override name = 'UnreadableZip'
}

export type OpenZip = {
  names: readonly string[]
  /** Returns the unpacked size of an entry in bytes, as the zip declares it. */
  sizeOf: (name: string) => number
  /** Returns the unpacked bytes of an entry; throws if they are damaged or more than `maxBytes`. */
  read: (name: string, maxBytes: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Yields the lines of an entry of any size while it is unpacked. Throws if it has to buffer more than `maxBufferedChars` of a line. */
  lines: (name: string, maxBufferedChars?: number) => AsyncGenerator<string>
  close: () => Promise<void>
}

/** Opens a zip with at most `maxEntries` entries. Nothing is unpacked, and no entry's name is used as a path. */
export async function openZip(file: Blob, maxEntries: number): Promise<OpenZip> {
  const reader = new ZipReader(new BlobReader(file), { checkOverlappingEntry: true, checkSignature: true })
  const entries = new Map<string, FileEntry>()
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (!isFile(entry)) throw new UnreadableZip('It holds folders or encrypted files.')
      if (entries.has(entry.filename)) throw new UnreadableZip('It holds two files of the same name.')
      if (entries.size === maxEntries) throw new UnreadableZip('It holds too many files.')
      entries.set(entry.filename, entry)
    }
  } catch (error) {
    throw error instanceof UnreadableZip
      ? error
      : new UnreadableZip('It is damaged, or not a zip file.', { cause: error })
  }
  const entryOf = (name: string): FileEntry => {
    const entry = entries.get(name)
    if (entry === undefined) throw new UnreadableZip(`It has no ${name}.`)
    return entry
  }
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entryOf(name).uncompressedSize,
    read: (name, maxBytes) => unpack(entryOf(name), maxBytes),
    lines: (name, maxBufferedChars) => linesOf(entryOf(name), maxBufferedChars),
    close: () => reader.close().then(() => {}),
  }
}

function isFile(entry: Entry): entry is FileEntry {
  return !entry.directory && !entry.encrypted
}

async function* linesOf(entry: FileEntry, maxBufferedChars = Infinity): AsyncGenerator<string> {
  const { filename, uncompressedSize } = entry
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const unpacking = entry.getData(writable).then(
    () => null,
    (error: unknown) => {
      // Some damage would otherwise end the stream without an error.
      writable.abort(error).catch(() => {})
      return error
    },
  )
  const decoder = new TextDecoder()
  const reader = readable.getReader()
  let rest = ''
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(async () => {
        throw new UnreadableZip(`${filename} is damaged.`, { cause: await unpacking })
      })
      if (done) break
      length += value.length
      if (length > uncompressedSize) throw new UnreadableZip(`${filename} is larger than it says.`)
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxBufferedChars) throw new UnreadableZip(`${filename} has a line that is too long.`)
      yield* lines
    }
    if ((await unpacking) !== null) throw new UnreadableZip(`${filename} is damaged.`)
    if (rest !== '') yield rest
  } finally {
    // Stops unpacking if the caller stops reading early.
    await reader.cancel().catch(() => {})
  }
}

async function unpack(entry: FileEntry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { filename, uncompressedSize } = entry
  if (uncompressedSize > maxBytes) throw new UnreadableZip(`${filename} is too large.`)
  const bytes = new Uint8Array(uncompressedSize)
  let length = 0
  const collect = new WritableStream<Uint8Array>({
    write(piece) {
      // The declared size cannot be trusted.
      if (length + piece.length > bytes.length) throw new UnreadableZip(`${filename} is larger than it says.`)
      bytes.set(piece, length)
      length += piece.length
    },
  })
  try {
    await entry.getData(collect)
  } catch (error) {
    throw error instanceof UnreadableZip ? error : new UnreadableZip(`${filename} is damaged.`, { cause: error })
  }
  if (length !== bytes.length) throw new UnreadableZip(`${filename} is damaged.`)
  return bytes
}
