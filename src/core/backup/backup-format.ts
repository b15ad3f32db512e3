import * as v from 'valibot'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'

/** Rises with a change after which older programs would read a backup wrongly. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const photoFolder = 'photos/'

/** The kinds that a backup has, each behind those that it refers to. Those that all agents share only as far as own records need them. */
export const backedUpEntities: readonly EntityName[] = entityNames.filter(
  (entity) => kinds[entity].isExported && kinds[entity].writable,
)

/** Where the records of a kind lie: a JSON array with a record on each line. */
export function recordsName(entity: EntityName): string {
  return `records/${kinds[entity].table}.json`
}

/**
 * A record as a backup has it. Its key is its number on the server, or the device's own key where it has none yet; references
 * and what `fields` mention name keys of this backup.
 */
export type BackupRecord = {
  key: string
  client_key?: string | null
  id?: number
  created_at?: string
  fields: Fields
  references: Record<string, string>
  /** The file with its bytes; a photo without one was not at hand. */
  photo?: string
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const shortText = v.pipe(v.string(), v.maxLength(300))

const manifestSchema = v.object({
  product: v.literal('Fanlight'),
  format: count,
  /** The same backup read twice is known by it. */
  id: v.pipe(v.string(), v.uuid()),
  program: count,
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  made_by: v.picklist(['device', 'server']),
  agent: v.object({ id: shortText, name: shortText }),
  /** How many records of each kind, by the names of their files. */
  counts: v.record(v.string(), count),
  photos: count,
  /** Photos that were not at hand when it was made. */
  missing_photos: count,
})

export type BackupManifest = v.InferOutput<typeof manifestSchema>

/** A file that is not restored; the message is for the agent, and nothing was changed. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup'
}

export function newerBackup(): UnusableBackup {
  return new UnusableBackup('This backup was made by a newer version of Fanlight. Update this one, then try again.')
}

export function readManifest(json: unknown): BackupManifest {
  const product = json !== null && typeof json === 'object' && 'product' in json ? json.product : null
  const format = json !== null && typeof json === 'object' && 'format' in json ? json.format : null
  if (product === 'Fanlight' && typeof format === 'number' && format > backupFormat) throw newerBackup()
  const parsed = v.safeParse(manifestSchema, json)
  if (!parsed.success) throw new UnusableBackup('This file is not a Fanlight backup.')
  return parsed.output
}
