import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Returns those of `names` that no listing uses. */
export async function unusedPhotoNames(db: Kysely<Tables>, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('listing_images').select('photo_name').where('photo_name', 'in', names).execute()
  const used = new Set(rows.map((row) => row.photo_name))
  return names.filter((name) => !used.has(name))
}
