import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * From now on these operations have a trace, under the least revision of each; safe to repeat. It is a version of its own, so
 * that a device notices when the server is put back to before it.
 */
export async function keepDeleted(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into agent_versions (agent_id, version) values (${agentId}, 1)
      on conflict (agent_id) do update set version = agent_versions.version + 1`.execute(trx)
    await sql`
      insert into idempotency_keys (agent_id, key, request_hash, status, headers, body)
      select ${agentId}, regexp_replace(deleted.key, ':[0-9]+$', '') || ':0', '', 410, '{}', ''
      from unnest(${keys}::text[]) as deleted(key)
      on conflict do nothing`.execute(trx)
  })
}

/**
 * Those of the keys whose operation left no trace: no write of this agent under any revision of its name was answered with
 * success, or with the absence that a deletion wants. Other programs may use names without a revision.
 */
export async function keysWithoutTrace(
  db: Kysely<Tables>,
  agentId: number,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${keys}::text[]) with ordinality as asked(key, place)
    cross join lateral (select regexp_replace(asked.key, ':[0-9]+$', '') collate "C" as name) as its
    where not exists (
      select from idempotency_keys as kept
      where kept.agent_id = ${agentId} and (kept.status < 300 or kept.status in (404, 410))
        and (kept.key in (asked.key, its.name) or (kept.key > its.name || ':' and kept.key < its.name || ';')))
    order by asked.place`.execute(db)
  return rows.map(({ key }) => key)
}
