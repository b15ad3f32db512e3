import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Kysely, Transaction } from 'kysely'
import { photoWidths } from '#core/contract/record-constants.ts'
import { writeZip, type ZipPart } from '#files/zip.ts'
import { ExplainedError } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { isDiskFull } from '#server/database/database-errors.ts'
import type { Tables } from '#server/database/tables.ts'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import { makeNamedFolder } from '#server/make-folder.ts'
import type { PhotoStore } from '#server/photos/photo-store.ts'
import type { Services } from '#server/services.ts'
import { photoFile, type ServerManifest, serverManifestName, tableFile } from './server-backup-format.ts'
import { columnsOf, lastMigration, nextTransaction, readRows, readSequences, tablesInOrder } from './table-rows.ts'

type Run = {
  services: Pick<Services, 'database' | 'photos'>
  dataDir: string
  /** Script of the thread that runs the embedded database. */
  workerFile: URL
  folder: string
  madeAt: Date
  signal: AbortSignal
}

type WrittenBackup = { file: string; manifest: ServerManifest }

/** The embedded database is copied first, which blocks it for up to a second, and the backup is read from the copy. */
export async function writeServerBackup(run: Run): Promise<WrittenBackup> {
  const { folder, dataDir } = run
  await makeNamedFolder('The folder', folder)
  try {
    return await copyAndWrite(run)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new ExplainedError(
      `There is no room for the backup: it needs some in ${folder}, and in DATA_DIR ${dataDir} while it is made. Older backups are as they were.`,
      { cause: error },
    )
  }
}

async function copyAndWrite(run: Run): Promise<WrittenBackup> {
  const { services, dataDir, workerFile, signal } = run
  const { copyTo } = services.database
  if (copyTo === null) return writeFile(services.database.db, run)
  const copy = path.join(dataDir, `${snapshotPrefix}${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(copy, { mode: 0o700 })
    await copyTo(path.join(copy, 'database'))
    signal.throwIfAborted()
    // Does nothing: if the copy’s database fails, the backup’s queries fail too, and report it.
    const onLost = (): void => {}
    const database = await openDatabase({ dataDir: copy, databaseUrl: undefined, workerFile, onLost })
    try {
      return await writeFile(database.db, run)
    } finally {
      await database.close()
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

const snapshotPrefix = 'snapshot-'

/** Deletes the snapshots of a server that was killed during a backup. Call only while this process has the data folder locked. */
export async function removeOldSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(snapshotPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true })
}

async function writeFile(db: Kysely<Tables>, { services, folder, madeAt, signal }: Run): Promise<WrittenBackup> {
  const file = path.join(folder, nameOfBackup(madeAt))
  // The draft’s name has a random part, because two backups may start in the same second.
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  const written: { manifest: ServerManifest | null } = { manifest: null }
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await liftTimeLimits(trx)
    const parts = partsOf(trx, services.photos, madeAt, (manifest) => (written.manifest = manifest))
    // Only the owner may read the file: it contains password hashes and all clients.
    const sink = createWriteStream(draft, { mode: 0o600 })
    await pipeline(Readable.fromWeb(writeZip(parts) as NodeStream), sink, { signal })
    await flushToDisk(draft)
    await rename(draft, file)
  } finally {
    await trx.rollback().execute()
    await rm(draft, { force: true })
  }
  return { file, manifest: written.manifest! }
}

/** Returns the name of a backup file; names sort by time. */
function nameOfBackup(madeAt: Date): string {
  const [day = '', time = ''] = madeAt.toISOString().split(/[T.]/)
  return `fanlight-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}.zip`
}

async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* partsOf(
  trx: Transaction<Tables>,
  photos: PhotoStore,
  madeAt: Date,
  onDone: (manifest: ServerManifest) => void,
): AsyncGenerator<ZipPart> {
  const tables: ServerManifest['tables'] = []
  for (const name of await tablesInOrder(trx)) {
    const table = { name, columns: await columnsOf(trx, name), rows: 0 }
    tables.push(table)
    yield { name: tableFile(name), content: linesOf(trx, table) }
  }
  const counts = { photos: 0, missing_photos: 0 }
  for (const { photo_name } of await trx.selectFrom('listing_images').select('photo_name').orderBy('id').execute()) {
    const copies = await Promise.all(
      photoWidths.map(async (width) => ({ width, bytes: await photos.get(photo_name, width) })),
    )
    const isWhole = copies.every(({ bytes }) => bytes !== null)
    counts[isWhole ? 'photos' : 'missing_photos'] += 1
    if (!isWhole) continue
    for (const { width, bytes } of copies)
      yield { name: photoFile(photo_name, width), content: new Uint8Array(bytes!), isAlreadyCompressed: true }
  }
  const manifest: ServerManifest = {
    product: 'Fanlight server',
    format: 1,
    migration: await lastMigration(trx),
    transaction: await nextTransaction(trx),
    made_at: madeAt.toISOString(),
    tables,
    sequences: await readSequences(trx),
    ...counts,
  }
  yield { name: serverManifestName, content: new TextEncoder().encode(JSON.stringify(manifest, null, 2)) }
  onDone(manifest)
}

async function* linesOf(trx: Transaction<Tables>, table: { name: string; rows: number }): AsyncGenerator<string> {
  for await (const rows of readRows(trx, table.name)) {
    table.rows += rows.length
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}
