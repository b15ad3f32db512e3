import { constants, cpSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { joined } from './joined.ts'
import { DurableFileSystem, durableStartParams } from './durable-file-system.ts'
import { makeMissingDatabase } from './prepared-database.ts'

/** What travels between the server and this thread: PostgreSQL's own protocol, and a few words. */
export type ToWorker = Uint8Array | 'close' | { copyTo: string }
export type FromWorker = Uint8Array | 'ready' | { copied: string; error: string | null; code: string | undefined }

const port = parentPort
if (port === null) throw new Error('This file is a worker.')

const { folder } = workerData as { folder: string }
await makeMissingDatabase(folder, new URL('new-database.tar.gz', import.meta.url))
const files = new DurableFileSystem(folder)
const pglite = await PGlite.create({ fs: files, startParams: durableStartParams })

const before = files.fsyncs
await pglite.exec(`
  create table if not exists durability_probe (id integer primary key, at timestamptz not null);
  insert into durability_probe values (1, now()) on conflict (id) do update set at = excluded.at;`)
if (files.fsyncs === before) {
  throw new Error('The embedded database does not sync its commits to disk on this machine; it would lose work.')
}

// One message after the other: the database has one session, and answers belong to the question before them.
let queue: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  queue = queue.then(() => {
    if (message === 'close') return close()
    return message instanceof Uint8Array ? answer(message) : copy(message.copyTo)
  })
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
port.postMessage('ready' satisfies FromWorker)

async function answer(question: Uint8Array): Promise<void> {
  // A new connection begins with a zero. It inherits the one session there is, but no unfinished transaction and none of
  // the statements that the one before gave names.
  if (question[0] === 0) {
    if (pglite.isInTransaction()) await pglite.exec('rollback')
    await pglite.exec('deallocate all')
  }
  const pieces: Uint8Array[] = []
  // As a stream, because what comes in one piece PGlite takes apart as well, and keeps every message of it for ever.
  await pglite.execProtocolRawStream(question, {
    // The file system is the disk itself: there is no second copy that would have to be synced.
    syncToFs: false,
    // A copy: the next piece is written into the same place.
    onRawData: (piece) => pieces.push(piece.slice()),
  })
  const bytes = joined(pieces)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  if (bytes.length > 0) port?.postMessage(bytes satisfies FromWorker, [bytes.buffer])
}

/**
 * The folder as it is between two messages: the database runs in this thread alone, so nothing is written meanwhile, and what a copy
 * lacks of an unfinished transaction it undoes when it is opened, as after a power cut.
 */
function copy(target: string): void {
  let error: string | null = null
  let code: string | undefined
  try {
    cpSync(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } catch (cause) {
    error = cause instanceof Error ? cause.message : 'unknown'
    code = (cause as NodeJS.ErrnoException).code
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port?.postMessage({ copied: target, error, code } satisfies FromWorker)
}

async function close(): Promise<void> {
  await pglite.close()
  port?.close()
}
