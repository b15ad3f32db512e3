import { type Kysely, sql } from 'kysely'
import { kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import { opIdIn } from '#core/sync/operation.ts'
import type { Tables } from '#server/database/tables.ts'
import { recordDeleted } from '#server/problem-responses.ts'

/** Newer than any revision, so that whatever comes later under the name is answered with the deletion. */
const newestRevision = 2 ** 31 - 1

/**
 * From now on these operations are done, and their records deleted; safe to repeat. It is a version of its own, so that a device
 * notices when the server is put back to before it. Where a record of theirs is there all the same, nothing is kept: gives those.
 */
export async function keepDeleted(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { status, body } = recordDeleted()
  return db.transaction().execute(async (trx) => {
    // No write of the agent comes between, because each takes the next version first.
    await sql`
      insert into agent_versions (agent_id, version) values (${agentId}, 1)
      on conflict (agent_id) do update set version = agent_versions.version + 1`.execute(trx)
    const made = await keysOfRecords(trx, agentId, keys)
    if (made.length > 0) return made
    await sql`
      insert into idempotency_keys (agent_id, key, request_hash, status, headers, body)
      select ${agentId}, regexp_replace(deleted.key, ':[0-9]+$', '') || ${`:${newestRevision}`}, '', ${status}, '{}', ${JSON.stringify(body)}
      from unnest(${keys}::text[]) as deleted(key)
      on conflict do nothing`.execute(trx)
    return []
  })
}

/** Those of the keys under which a record was made that is there now. */
async function keysOfRecords(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<string[]> {
  const names = keys.map(opIdIn)
  const made = ownEntities.map(
    (entity) =>
      sql`select client_key from ${sql.table(kinds[entity].table)} where agent_id = ${agentId} and client_key = any(${names})`,
  )
  const { rows } = await sql<{ client_key: string }>`${sql.join(made, sql` union all `)}`.execute(db)
  const there = new Set(rows.map(({ client_key: name }) => name))
  return keys.filter((_, index) => there.has(names[index]!))
}

/**
 * Those of the keys whose operation left no trace: no write of this agent under any revision of its name was answered with
 * success, or with the absence that a deletion is for. Other programs may use names without a revision.
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
