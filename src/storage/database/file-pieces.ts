import type { AttachedFile } from '#core/sync/operation.ts'
import type { DeviceDatabase, FilePiece } from './device-database.ts'
import { entriesOf } from './journal-rows.ts'
import { StorageError, isQuotaError } from './storage-error.ts'

/** Small enough that a big file does not exhaust memory (fault I6). */
export const pieceBytes = 1024 * 1024

/** Stores a copy of a picked file, because the file may be moved or deleted (fault I3). Resolves once the copy's hash is verified (fault A14). */
export async function saveFile(
  database: DeviceDatabase,
  blobKey: string,
  source: Blob,
  names: { fileName: string; mediaType: string },
): Promise<AttachedFile> {
  const bytes = new Uint8Array(await source.arrayBuffer())
  const file: AttachedFile = { blobKey, ...names, byteLength: bytes.byteLength, sha256: await sha256Hex(bytes) }
  const pieces = piecesOf(blobKey, bytes)
  try {
    await database.transaction('rw', database.blobs, async () => {
      await deletePieces(database, [blobKey])
      await database.blobs.bulkAdd(pieces)
    })
  } catch (cause) {
    throw isQuotaError(cause) ? new StorageError('full', { cause }) : cause
  }
  if ((await readFile(database, file)) === null) {
    await deleteFiles(database, [blobKey])
    throw new StorageError('lost')
  }
  return file
}

/** Returns the whole file, or null if a piece is missing or the bytes have changed. */
export async function readFile(database: DeviceDatabase, file: AttachedFile): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await joinPieces(database, file.blobKey)
  if (bytes === null || bytes.byteLength !== file.byteLength) return null
  return (await sha256Hex(bytes)) === file.sha256 ? bytes : null
}

/** Returns the bytes as a Blob, unverified, or null if they are not on this device. */
export async function fileToShow(database: DeviceDatabase, blobKey: string, mediaType: string): Promise<Blob | null> {
  const bytes = await joinPieces(database, blobKey)
  return bytes === null ? null : new Blob([bytes], { type: mediaType })
}

export async function deleteFiles(database: DeviceDatabase, blobKeys: string[]): Promise<void> {
  await database.transaction('rw', database.blobs, () => deletePieces(database, blobKeys))
}

/**
 * Deletes files picked before `savedBefore` that neither an unsent operation nor a draft mentions: leftovers of closed forms
 * (fault I10). Returns how many. Read the drafts first: saving a form adds its operation before it deletes its draft.
 */
export async function deleteForgottenFiles(
  database: DeviceDatabase,
  savedBefore: number,
  textOfDrafts: string,
): Promise<number> {
  const firstPieces = await database.blobs
    .where('[blobKey+index]')
    .between(['', 0], ['\uffff', 0])
    .filter((piece) => piece.index === 0 && piece.savedAt < savedBefore)
    .primaryKeys()
  const needed = await neededFiles(database)
  const forgotten = firstPieces
    .map(([blobKey]) => blobKey)
    .filter((blobKey) => !needed.has(blobKey) && !textOfDrafts.includes(blobKey))
  await deleteFiles(database, forgotten)
  return forgotten.length
}

/** Deletes files of operations confirmed before `settledBefore`; a restored server may need later files again (fault C19). Returns how many. */
export async function deleteSentFiles(database: DeviceDatabase, settledBefore: number): Promise<number> {
  const sent = new Set<string>()
  await database.journal
    .where('settledAt')
    .below(settledBefore)
    .each((row) => {
      for (const { files } of entriesOf(row)) for (const { blobKey } of Object.values(files)) sent.add(blobKey)
    })
  for (const blobKey of await neededFiles(database)) sent.delete(blobKey)
  const firstPieces = await database.blobs
    .where('[blobKey+index]')
    .anyOf([...sent].map((blobKey) => [blobKey, 0]))
    .primaryKeys()
  const existing = firstPieces.map(([blobKey]) => blobKey)
  await deleteFiles(database, existing)
  return existing.length
}

/** Returns the `blobKey`s of the files of unsent operations. */
async function neededFiles(database: DeviceDatabase): Promise<Set<string>> {
  const needed = new Set<string>()
  await database.outbox.each((operation) => {
    for (const { files } of [operation, ...(operation.foldedAway ?? [])])
      for (const { blobKey } of Object.values(files)) needed.add(blobKey)
  })
  return needed
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function piecesOf(blobKey: string, bytes: Uint8Array<ArrayBuffer>): FilePiece[] {
  const pieces = Math.max(1, Math.ceil(bytes.byteLength / pieceBytes))
  const savedAt = Date.now()
  return Array.from({ length: pieces }, (_, index) => ({
    blobKey,
    index,
    pieces,
    savedAt,
    bytes: bytes.slice(index * pieceBytes, (index + 1) * pieceBytes),
  }))
}

async function joinPieces(database: DeviceDatabase, blobKey: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await database.blobs.where('[blobKey+index]').between([blobKey, 0], [blobKey, Infinity]).toArray()
  if (found.length === 0 || found.length !== found[0]?.pieces) return null
  const bytes = new Uint8Array(found.reduce((sum, piece) => sum + piece.bytes.byteLength, 0))
  let offset = 0
  for (const piece of found) {
    bytes.set(piece.bytes, offset)
    offset += piece.bytes.byteLength
  }
  return bytes
}

async function deletePieces(database: DeviceDatabase, blobKeys: string[]): Promise<void> {
  for (const blobKey of blobKeys) {
    await database.blobs.where('[blobKey+index]').between([blobKey, 0], [blobKey, Infinity]).delete()
  }
}
