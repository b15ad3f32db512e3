import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { BackupRecord } from '#core/backup/backup-format.ts'
import { recordOfWire } from '#core/backup/backup-record.ts'
import type { Fields } from '#core/contract/json.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { writeBackup } from '#files/backup-file.ts'
import { findUser } from '#server/accounts/agents-repository.ts'
import { isPhotoName, type PhotoStore } from '#server/photos/photo-store.ts'
import type { Queue } from '#server/queue.ts'
import type { Services } from '#server/services.ts'
import { readRecordTexts } from './agent-backup-repository.ts'

/** Streams a backup of all records and photos; null for an unknown agent. `photoQueue` limits how many photos are read at once. */
export async function agentBackup(
  { database: { db }, photos }: Pick<Services, 'database' | 'photos'>,
  agentId: number,
  photoQueue: Queue = (work) => work(),
): Promise<Readable | null> {
  const user = await findUser(db, agentId)
  if (user === undefined) return null
  const texts = await readRecordTexts(db, agentId)
  const photoNames = photoNamesByImageId(texts.get('listing_image') ?? [])
  const stream = writeBackup({
    id: randomUUID(),
    made_at: new Date().toISOString(),
    made_by: 'server',
    agent: { id: String(agentId), name: user.username },
    records: (entity) => recordsOf(entity, texts.get(entity) ?? []),
    photo: ({ key }) => photoQueue(() => photoBytes(photos, photoNames.get(key))),
  })
  return Readable.fromWeb(stream as NodeStream)
}

type Wire = Fields & { id: number }

async function* recordsOf(entity: EntityName, texts: readonly string[]): AsyncGenerator<BackupRecord> {
  for (const text of texts) yield recordOfWire(entity, JSON.parse(text) as Wire)
}

function photoNamesByImageId(texts: readonly string[]): Map<string, string> {
  const photos = texts.map((text) => JSON.parse(text) as { id: number; image: string })
  return new Map(photos.map(({ id, image }) => [String(id), image.split('/').at(-2) ?? '']))
}

/** The widest copy of a photo, from which a server makes the others on import. */
async function photoBytes(photos: PhotoStore, name: string | undefined) {
  const bytes = name === undefined || !isPhotoName(name) ? null : await photos.get(name, 1920)
  return bytes === null ? null : { bytes, extension: 'webp' }
}
