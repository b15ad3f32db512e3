import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * `secret` signs cursors and hides what is personal; `epoch` names this history of the database, and a new one tells
 * every client that the server went back to an older state.
 */
export type SettingName = 'secret' | 'epoch'

export async function readSetting(db: Kysely<Tables>, name: SettingName): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
