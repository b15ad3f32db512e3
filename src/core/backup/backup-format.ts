import * as v from 'valibot'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'

/** The version of the format. Increase it if older versions of the app would misread a new backup. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const photoFolder = 'photos/'

/** The kinds in a backup, each after those that it refers to. Of shared kinds, a backup has only records to which the agent's records refer. */
export const backedUpEntities: readonly EntityName[] = entityNames.filter(
  (entity) => kinds[entity].isExported && kinds[entity].writable,
)

/** Returns the name of the file with the records of a kind: a JSON array with one record on each line. */
export function recordsName(entity: EntityName): string {
  return `records/${kinds[entity].table}.json`
}

/**
 * `key` is the server's id, or the local key of an unsent record. Each reference, in `references` by field name or embedded in `fields`,
 * is the `key` of another record of the same backup; a tour may also have the server ids of other agents' listings.
 */
export type BackupRecord = {
  key: string
  client_key?: string | null
  id?: number
  created_at?: string
  fields: Fields
  references: Record<string, string>
  /** The name of the file with the photo's bytes; absent if the photo was not available. */
  photo?: string
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const shortText = v.pipe(v.string(), v.maxLength(300))

const manifestSchema = v.object({
  product: v.literal('Fanlight'),
  format: count,
  /** Random; two files with the same id are the same backup. */
  id: v.pipe(v.string(), v.uuid()),
  /** The `apiVersion` of the app or server that made the backup. */
  program: count,
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  made_by: v.picklist(['device', 'server']),
  agent: v.object({ id: shortText, name: shortText }),
  /** The number of records of each kind, by the file's name as `recordsName` returns it. */
  counts: v.record(v.string(), count),
  photos: count,
  missing_photos: count,
})

export type BackupManifest = v.InferOutput<typeof manifestSchema>

/** Thrown if a backup cannot be restored; nothing was changed. The agent sees the message. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup'
}

export function newerBackupError(): UnusableBackup {
  return new UnusableBackup('This backup was made by a newer version of Fanlight. Update this one, then try again.')
}

export function readManifest(json: unknown): BackupManifest {
  const product = json !== null && typeof json === 'object' && 'product' in json ? json.product : null
  const format = json !== null && typeof json === 'object' && 'format' in json ? json.format : null
  if (product === 'Fanlight' && typeof format === 'number' && format > backupFormat) throw newerBackupError()
  const parsed = v.safeParse(manifestSchema, json)
  if (!parsed.success) throw new UnusableBackup('This file is not a Fanlight backup.')
  return parsed.output
}
