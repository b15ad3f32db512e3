import {
  backedUpEntities,
  backupFormat,
  type BackupManifest,
  type BackupRecord,
  manifestName,
  photoFolder,
  recordsName,
} from '#core/backup/backup-format.ts'
import { programVersion } from '#core/contract/server-description.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { writeZip, type ZipPart } from './zip.ts'

type BackupSource = Pick<BackupManifest, 'id' | 'made_at' | 'made_by' | 'agent'> & {
  /** All records of a kind. */
  records: (entity: EntityName) => AsyncIterable<BackupRecord>
  /** The bytes of a photo; null where they are not at hand. */
  photo: (record: BackupRecord) => Promise<{ bytes: Uint8Array; extension: string } | null>
  /** Told once everything was written. */
  onDone?: (manifest: BackupManifest) => void
}

/** The backup as it grows: photos, then the records, which say which photos there are, then what is in it. */
export function writeBackup(source: BackupSource): ReadableStream<Uint8Array> {
  return writeZip(partsOf(source))
}

async function* partsOf(source: BackupSource): AsyncGenerator<ZipPart> {
  const counts: Record<string, number> = {}
  const photos = { there: 0, missing: 0 }
  for (const entity of backedUpEntities) {
    const names = new Map<string, string>()
    if (kinds[entity].lane === 'photos') {
      for await (const record of source.records(entity)) {
        const photo = await source.photo(record)
        photos[photo === null ? 'missing' : 'there'] += 1
        if (photo === null) continue
        const name = `${photoFolder}${record.key}.${photo.extension}`
        names.set(record.key, name)
        yield { name, content: photo.bytes, isPacked: true }
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
    program: programVersion,
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

/** A JSON array with a record on each line, some thousand letters at a time. */
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
