import { constants, cpSync, existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { concatBytes } from './concat-bytes.ts'
import { DurableFileSystem, durableStartParams } from './durable-file-system.ts'

/** Bytes are messages of PostgreSQL's wire protocol; the rest are commands and answers of our own. `copied`: the folder of the copy. */
export type ToWorker = Uint8Array | 'close' | { copyTo: string }
export type FromWorker = Uint8Array | 'ready' | { copied: string; error: string | null; code: string | undefined }

const port = parentPort
if (port === null) throw new Error('This file is a worker.')

const { folder } = workerData as { folder: string }
await makeMissingDatabase(folder, new URL('new-database.tar.gz', import.meta.url))
const files = new DurableFileSystem(folder)
const pglite = await PGlite.create({ fs: files, startParams: durableStartParams })

// A probe: a commit that causes no fsync would not survive a power cut.
const before = files.fsyncs
await pglite.exec(`
  create table if not exists durability_probe (id integer primary key, at timestamptz not null);
  insert into durability_probe values (1, now()) on conflict (id) do update set at = excluded.at;`)
if (files.fsyncs === before) {
  throw new Error('The embedded database does not sync its commits to disk on this machine; it would lose work.')
}

// Messages are handled sequentially: the database has one session, and an answer does not say which message it belongs to.
let queue: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  queue = queue.then(() => {
    if (message === 'close') return close()
    return message instanceof Uint8Array ? answer(message) : copy(message.copyTo)
  })
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
port.postMessage('ready' satisfies FromWorker)

/** Creates the database in `folder` if there is none: from the archive `prepared`, or from scratch if there is no archive. */
async function makeMissingDatabase(folder: string, prepared: URL): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unpacking`
  await rm(unfinished, { recursive: true, force: true })
  const database = await PGlite.create(
    existsSync(prepared)
      ? { dataDir: unfinished, loadDataDir: new Blob([await readFile(prepared)]) }
      : { fs: new DurableFileSystem(unfinished), startParams: durableStartParams },
  )
  await database.close()
  // The folder gets its final name last, so that a crash leaves no partial database.
  await rename(unfinished, folder)
}

async function answer(request: Uint8Array): Promise<void> {
  // A startup message begins with a zero byte: `pg` opens a new connection. All connections share one session, so this
  // clears the previous connection's transaction and prepared statements.
  if (request[0] === 0) {
    if (pglite.isInTransaction()) await pglite.exec('rollback')
    await pglite.exec('deallocate all')
  }
  const pieces: Uint8Array[] = []
  // The raw call, because the others also parse the answer and hold all its messages in memory.
  await pglite.execProtocolRawStream(request, {
    // PGlite's file system is the disk itself here, so there is no second copy to sync.
    syncToFs: false,
    // Copied, because PGlite reuses the buffer for the next piece.
    onRawData: (piece) => pieces.push(piece.slice()),
  })
  const bytes = concatBytes(pieces)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  if (bytes.length > 0) port?.postMessage(bytes satisfies FromWorker, [bytes.buffer])
}

/** Copies the data folder between two messages, when nothing is written. Opening the copy rolls back an unfinished transaction. */
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
