import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** `secret` hides what is personal and stands in what the server signs; keys from
 * before `keys_kept_since` may have been deleted by a version that kept them for thirty days. */
type SettingName = 'secret' | 'keys_kept_since'

export async function readSetting(db: Kysely<Tables>, name: SettingName): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
