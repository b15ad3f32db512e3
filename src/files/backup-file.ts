import * as v from 'valibot'
import type { BackupContents } from '#core/backup/plan-restore.ts'
import {
  backedUpEntities,
  type BackupManifest,
  type BackupRecord,
  manifestName,
  newerBackupError,
  photoFolder,
  readManifest,
  recordsName,
  UnusableBackup,
  backupFormat,
} from '#core/backup/backup-format.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { apiVersion } from '#core/contract/sync-protocol.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { openZip, type OpenZip, UnreadableZip, writeZip, type ZipPart } from './zip.ts'

/** The most files in a backup: more than any real one has, but few enough to list. */
const maxEntries = 200_000
const maxManifestBytes = 1024 * 1024
/** Ten times the records of a busy agent after many years. */
const maxRecords = 200_000
const maxRecordBytes = 256 * 1024 * 1024
/** The most characters in one line, which is one record: more than any API call accepts. */
const maxInLine = 1024 * 1024
const maxPhotoBytes = 16 * 1024 * 1024
const photoName = /^photos\/[\w-]{1,80}\.(webp|jpg|png)$/

export type OpenBackup = {
  manifest: BackupManifest
  contents: BackupContents
  /** Returns null if the photo is damaged. */
  photo: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  close: () => Promise<void>
}

/** Reads a backup without its photos; throws `UnusableBackup` at the first defect. */
export async function readBackup(file: Blob): Promise<OpenBackup> {
  let isNewer = false
  try {
    const zip = await openZip(file, maxEntries)
    const manifest = readManifest(await readJson(zip, manifestName, maxManifestBytes))
    isNewer = manifest.program > apiVersion
    checkNames(zip, manifest)
    const records = new Map<EntityName, BackupRecord[]>()
    for (const entity of backedUpEntities) records.set(entity, await recordsIn(zip, entity, manifest))
    return {
      manifest,
      contents: { id: manifest.id, records },
      photo: (name) => zip.read(name, maxPhotoBytes).catch(() => null),
      close: zip.close,
    }
  } catch (error) {
    // A newer version of Fanlight wrote this backup, so that is the likely reason.
    if (isNewer) throw newerBackupError()
    if (!(error instanceof UnreadableZip)) throw error
    throw new UnusableBackup(`This file cannot be restored. ${error.message} Nothing was changed.`, { cause: error })
  }
}

function checkNames(zip: OpenZip, { counts, photos }: BackupManifest): void {
  const known = new Set([manifestName, ...backedUpEntities.map(recordsName)])
  const others = zip.names.filter((name) => !known.has(name))
  const foreign = others.find((name) => !photoName.test(name))
  if (foreign?.startsWith('records/') === true)
    throw new UnusableBackup('This backup holds records that this version of Fanlight does not know. Update it first.')
  if (foreign !== undefined) throw new UnreadableZip('It holds something that does not belong in a backup.')
  if (others.length !== photos) throw new UnreadableZip(`It should have ${photos} photos but has ${others.length}.`)
  const bytes = backedUpEntities
    .map(recordsName)
    .reduce((sum, name) => sum + (zip.names.includes(name) ? zip.sizeOf(name) : 0), 0)
  if (bytes > maxRecordBytes) throw new UnreadableZip('Its records are too large.')
  const records = Object.values(counts).reduce((sum, one) => sum + one, 0)
  if (records > maxRecords) throw new UnreadableZip('It holds too many records.')
}

async function recordsIn(zip: OpenZip, entity: EntityName, { counts }: BackupManifest): Promise<BackupRecord[]> {
  const name = recordsName(entity)
  // The backup is older than this kind.
  if (!zip.names.includes(name) && counts[name] === undefined) return []
  const photos = new Set(zip.names)
  const records = new Map<string, BackupRecord>()
  for await (const json of jsonLines(zip, name)) {
    const read = v.safeParse(recordSchema, json, { abortEarly: true })
    if (!read.success) throw new UnreadableZip(`${name} does not hold records.`)
    const record = read.output
    const problem = problemOf(record, entity, photos)
    if (problem !== null) throw new UnreadableZip(problem)
    if (records.has(record.key)) throw new UnreadableZip(`${name} holds the same record twice.`)
    records.set(record.key, record)
    if (records.size > counts[name]!) break
  }
  if (records.size !== counts[name]) throw new UnreadableZip(`${name} does not hold as many records as it says.`)
  return [...records.values()]
}

/** Returns what is wrong with a record; null if all of its fields, references and photos exist. */
function problemOf(
  { fields, references, photo }: BackupRecord,
  entity: EntityName,
  photos: Set<string>,
): string | null {
  const isKnown =
    Object.keys(fields).every((field) => kinds[entity].fields.includes(field)) &&
    Object.keys(references).every((field) => Object.hasOwn(kinds[entity].references, field))
  if (!isKnown)
    return `${recordsName(entity)} holds a field that this version does not know. Update Fanlight if a newer one made it.`
  const isPhoto = photo === undefined || (photo.startsWith(photoFolder) && photos.has(photo))
  return isPhoto ? null : 'A photo that it names is missing.'
}

/** Yields an array's members while unpacking: the page stays responsive, and nothing after a wrong line is read. */
async function* jsonLines(zip: OpenZip, name: string): AsyncGenerator<Json> {
  let before: keyof typeof mayFollow = ''
  for await (const line of zip.lines(name, maxInLine)) {
    const isEdge = line === '[' || line === ']'
    const kind = isEdge ? line : line.endsWith(',') ? ',' : '}'
    if (before === '' && kind !== '[') break
    if (!mayFollow[before].includes(kind)) throw new UnreadableZip(`${name} is damaged.`)
    if (!isEdge) yield parsed(kind === ',' ? line.slice(0, -1) : line, name)
    before = kind
  }
  if (before === '') throw new UnreadableZip(`${name} does not hold records.`)
  if (before !== ']') throw new UnreadableZip(`${name} is damaged.`)
}

/** Which kinds of line may follow which. `,` is a member with a comma at its end, `}` the last member, '' the start of the file. */
const mayFollow = { '': '[', '[': ',}]', ',': ',}', '}': ']', ']': '' }

async function readJson(zip: OpenZip, name: string, most: number): Promise<Json> {
  return parsed(new TextDecoder().decode(await zip.read(name, most)), name)
}

function parsed(text: string, name: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new UnreadableZip(`${name} is damaged.`)
  }
}

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(80))
const fields = v.custom<Fields>((value) => value !== null && typeof value === 'object' && !Array.isArray(value))

const recordSchema = v.strictObject({
  key: name,
  client_key: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  id: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  created_at: v.exactOptional(v.pipe(v.string(), v.maxLength(80))),
  fields,
  references: v.record(v.string(), name),
  photo: v.exactOptional(name),
})

type BackupSource = Pick<BackupManifest, 'id' | 'made_at' | 'made_by' | 'agent'> & {
  records: (entity: EntityName) => AsyncIterable<BackupRecord>
  photo: (record: BackupRecord) => Promise<{ bytes: Uint8Array; extension: string } | null>
  onDone?: (manifest: BackupManifest) => void
}

/** Streams a backup: photos before the records that refer to them, and the manifest last. */
export function writeBackup(source: BackupSource): ReadableStream<Uint8Array> {
  return writeZip(partsOf(source))
}

async function* partsOf(source: BackupSource): AsyncGenerator<ZipPart> {
  const counts: Record<string, number> = {}
  const photos = { there: 0, missing: 0 }
  for (const entity of backedUpEntities) {
    const names = new Map<string, string>()
    // Photos are the records of a kind of their own.
    if (kinds[entity].lane === 'photos') {
      for await (const record of source.records(entity)) {
        const photo = await source.photo(record)
        photos[photo === null ? 'missing' : 'there'] += 1
        if (photo === null) continue
        const name = `${photoFolder}${record.key}.${photo.extension}`
        names.set(record.key, name)
        yield { name, content: photo.bytes, isAlreadyCompressed: true }
      }
    }
    const name = recordsName(entity)
    counts[name] = 0
    yield { name, content: asLines(source.records(entity), names, () => (counts[name]! += 1)) }
  }
  const { id, made_at, made_by, agent } = source
  const manifest: BackupManifest = {
    product: 'Fanlight',
    format: backupFormat,
    program: apiVersion,
    id,
    made_at,
    made_by,
    agent,
    counts,
    photos: photos.there,
    missing_photos: photos.missing,
  }
  yield { name: manifestName, content: new TextEncoder().encode(JSON.stringify(manifest, null, 2)) }
  source.onDone?.(manifest)
}

async function* asLines(
  records: AsyncIterable<BackupRecord>,
  photoNames: ReadonlyMap<string, string>,
  count: () => void,
): AsyncGenerator<string> {
  let text = '['
  let before = '\n'
  for await (const record of records) {
    const photo = photoNames.get(record.key)
    text += before + JSON.stringify(photo === undefined ? record : { ...record, photo })
    before = ',\n'
    count()
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield `${text}\n]\n`
}
