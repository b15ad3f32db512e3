import * as v from 'valibot'
import type { BackupContents } from '#core/backup/plan-restore.ts'
import {
  backedUpEntities,
  type BackupManifest,
  type BackupRecord,
  manifestName,
  photoFolder,
  readManifest,
  recordsName,
  UnusableBackup,
} from '#core/backup/backup-format.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { openZip, type OpenZip, UnreadableZip } from './zip.ts'

/** More photos than anybody has, and few enough to list. */
const mostEntries = 200_000
const mostManifestBytes = 1024 * 1024
/** Of all records together, unpacked: a hundred thousand clients with long notes. */
const mostRecordBytes = 256 * 1024 * 1024
const mostPhotoBytes = 16 * 1024 * 1024
const photoName = /^photos\/[\w-]{1,80}\.(webp|jpg|png)$/

export type OpenBackup = {
  manifest: BackupManifest
  contents: BackupContents
  /** Null where it is damaged. */
  photo: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  close: () => Promise<void>
}

/** Reads a backup whole, but for its photos; throws `UnusableBackup` at the first thing that is not as a backup is. */
export async function readBackup(file: Blob): Promise<OpenBackup> {
  try {
    const zip = await openZip(file, mostEntries)
    const manifest = readManifest(await parsed(zip, manifestName, mostManifestBytes))
    checkNames(zip, manifest)
    const records = new Map<EntityName, BackupRecord[]>()
    for (const entity of backedUpEntities) records.set(entity, await recordsIn(zip, entity, manifest))
    return {
      manifest,
      contents: { id: manifest.id, records },
      photo: (name) => zip.read(name, mostPhotoBytes).catch(() => null),
      close: zip.close,
    }
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    throw new UnusableBackup(`This file cannot be restored. ${error.message} Nothing was changed.`, { cause: error })
  }
}

/** Photos apart, there is only what this version knows. */
function checkNames(zip: OpenZip, { photos }: BackupManifest): void {
  const known = new Set([manifestName, ...backedUpEntities.map(recordsName)])
  const others = zip.names.filter((name) => !known.has(name))
  const foreign = others.find((name) => !photoName.test(name))
  if (foreign?.startsWith('records/') === true)
    throw new UnusableBackup('This backup holds records that this version of Fanlight does not know. Update it first.')
  if (foreign !== undefined) throw new UnreadableZip('It holds something that does not belong in a backup.')
  if (others.length !== photos) throw new UnreadableZip(`It says ${photos} photos and has ${others.length}.`)
  const bytes = backedUpEntities
    .map(recordsName)
    .reduce((sum, name) => sum + (zip.names.includes(name) ? zip.sizeOf(name) : 0), 0)
  if (bytes > mostRecordBytes) throw new UnreadableZip('Its records are too large.')
}

async function recordsIn(zip: OpenZip, entity: EntityName, { counts }: BackupManifest): Promise<BackupRecord[]> {
  const name = recordsName(entity)
  // A backup from before there was this kind.
  if (!zip.names.includes(name) && counts[name] === undefined) return []
  const read = v.safeParse(recordsSchema, await parsed(zip, name, mostRecordBytes))
  if (!read.success) throw new UnreadableZip(`${name} does not hold records.`)
  const records = read.output
  if (records.length !== counts[name]) throw new UnreadableZip(`${name} does not hold as many records as it says.`)
  if (new Set(records.map(({ key }) => key)).size !== records.length)
    throw new UnreadableZip(`${name} holds two records of the same name.`)
  const photos = new Set(zip.names)
  for (const { fields, references, photo } of records) {
    const isKnown = (field: string): boolean => kinds[entity].fields.includes(field)
    const foreign = Object.keys(fields).find((field) => !isKnown(field))
    if (
      foreign !== undefined ||
      Object.keys(references).some((field) => !Object.hasOwn(kinds[entity].references, field))
    )
      throw new UnreadableZip(`${name} holds a field that this version does not know.`)
    const isPhoto = photo === undefined || (photo.startsWith(photoFolder) && photos.has(photo))
    if (!isPhoto) throw new UnreadableZip('A photo that it names is missing.')
  }
  return records
}

async function parsed(zip: OpenZip, name: string, most: number): Promise<Json> {
  const text = new TextDecoder().decode(await zip.read(name, most))
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new UnreadableZip(`${name} is damaged.`)
  }
}

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(80))
const fields = v.custom<Fields>((value) => value !== null && typeof value === 'object' && !Array.isArray(value))

const recordsSchema = v.array(
  v.strictObject({
    key: name,
    client_key: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
    id: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
    created_at: v.exactOptional(v.pipe(v.string(), v.maxLength(80))),
    fields,
    references: v.record(v.string(), name),
    photo: v.exactOptional(name),
  }),
)
