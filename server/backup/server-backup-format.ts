import * as v from 'valibot'
import { ExplainedError } from '#server/config.ts'

export const serverManifestName = 'manifest.json'
export const tableFile = (table: string): string => `tables/${table}.jsonl`
export const photoFile = (name: string, width: number): string => `photos/${name}-${width}.webp`

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const manifestSchema = v.object({
  product: v.literal('Fanlight server'),
  format: v.literal(1),
  /** The last migration that ran before the backup. */
  migration: v.string(),
  /** The database's next transaction number; a restore advances the new database's counter past it. */
  transaction: v.pipe(v.string(), v.digits()),
  made_at: v.string(),
  tables: v.array(
    v.object({ name: v.pipe(v.string(), v.regex(/^[a-z_]+$/)), columns: v.array(v.string()), rows: count }),
  ),
  sequences: v.array(
    v.object({ name: v.pipe(v.string(), v.regex(/^[a-z_]+$/)), last: v.pipe(v.string(), v.digits()) }),
  ),
  photos: count,
  /** The number of photos that were deleted while the backup was made. */
  missing_photos: count,
})

export type ServerManifest = v.InferOutput<typeof manifestSchema>

export function readServerManifest(json: unknown): ServerManifest {
  const parsed = v.safeParse(manifestSchema, json)
  if (parsed.success) return parsed.output
  throw new ExplainedError(
    'This file is not a backup of a whole server. Agents restore their own backups in Settings → Data.',
  )
}
