import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { photoWidths } from '#core/contract/record-constants.ts'
import { openZip, type OpenZip, UnreadableZip } from '#files/zip.ts'
import { ExplainedError } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import { isPhotoName, type PhotoStore } from '#server/photos/photo-store.ts'
import {
  photoFile,
  readServerManifest,
  type ServerManifest,
  serverManifestName,
  tableFile,
} from './server-backup-format.ts'
import {
  columnsOf,
  insertRows,
  lastMigration,
  fillWithoutTriggers,
  setSequences,
  skipTransactions,
  tablesInOrder,
} from './table-rows.ts'

const maxEntries = 10_000_000
const maxManifestBytes = 1024 * 1024
const maxPhotoBytes = 64 * 1024 * 1024
const rowsPerInsert = 500

type OpenServerBackup = { zip: OpenZip; manifest: ServerManifest }

/** Opens a backup of the whole server. Throws `ExplainedError` if the file is not such a backup, or not complete. */
export async function openServerBackup(file: string): Promise<OpenServerBackup> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new ExplainedError(`The file ${file} cannot be read.`)
  const blob = await openAsBlob(file)
  try {
    const zip = await openZip(blob, maxEntries)
    const text = new TextDecoder().decode(await zip.read(serverManifestName, maxManifestBytes))
    return { zip, manifest: readServerManifest(JSON.parse(text)) }
  } catch (error) {
    if (error instanceof UnreadableZip || error instanceof SyntaxError)
      throw new ExplainedError(`${file} is not a whole backup. ${error.message}`)
    throw error
  }
}

/** Tables that stay empty after a restore: access that was valid in the backup may have been revoked since. */
const tablesToEmpty = ['sessions', 'password_resets', 'invitations'] as const

/** Replaces all contents or nothing. Agents must log in again; API tokens and passwords are those of the backup. */
export async function fillDatabase({ db }: Pick<Database, 'db'>, { zip, manifest }: OpenServerBackup): Promise<void> {
  // The rows contain transaction numbers of the original database, which must be in the past in this one.
  await skipTransactions(db, manifest.transaction)
  await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    const tables = await tablesInOrder(trx)
    const isSame =
      (await lastMigration(trx)) === manifest.migration &&
      tables.join() === manifest.tables.map(({ name }) => name).join()
    if (!isSame)
      throw new ExplainedError('The database and the backup have different tables. Restore into an empty database.')
    await fillWithoutTriggers(trx, tables, async () => {
      for (const { name, columns, rows } of manifest.tables) {
        if ((await columnsOf(trx, name)).join() !== columns.join())
          throw new ExplainedError(`The table ${name} differs.`)
        let count = 0
        for await (const group of inGroups(zip.lines(tableFile(name)))) {
          await insertRows(trx, name, group)
          count += group.length
        }
        if (count !== rows) throw new ExplainedError(`The backup is damaged: ${name} has ${count} of ${rows} rows.`)
      }
    })
    for (const table of tablesToEmpty) await trx.deleteFrom(table).execute()
    await setSequences(trx, manifest.sequences)
  })
}

async function* inGroups(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = []
  for await (const line of lines) {
    group.push(JSON.parse(line) as string)
    if (group.length < rowsPerInsert) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Stores the backup's photos under their names in the backup and returns their number. Safe to repeat. */
export async function fillPhotoStore(store: PhotoStore, { zip, manifest }: OpenServerBackup): Promise<number> {
  const widest = Math.max(...photoWidths)
  const names = zip.names
    .filter((name) => name.endsWith(`-${widest}.webp`))
    .map((name) => name.slice('photos/'.length).slice(0, 32))
  for (const name of names) {
    if (!isPhotoName(name)) throw new ExplainedError('The backup holds a file that is not a photo.')
    const copies = []
    for (const width of photoWidths)
      copies.push({ width, bytes: await zip.read(photoFile(name, width), maxPhotoBytes) })
    await store.put(name, copies)
  }
  if (names.length !== manifest.photos)
    throw new ExplainedError(`The backup has ${names.length} photos of ${manifest.photos}.`)
  return names.length
}
