import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** `secret`: key of hashes and signatures. Idempotency keys older than `keys_kept_since` may have been deleted. */
type SettingName = 'secret' | 'keys_kept_since'

export async function readSetting(db: Kysely<Tables>, name: SettingName): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
