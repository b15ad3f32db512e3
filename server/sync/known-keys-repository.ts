import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { recordDeleted } from '#server/problem-responses.ts'

/** Newer than any revision, so that whatever comes later under the name is answered with the deletion. */
const newestRevision = 2 ** 31 - 1

/**
 * From now on these operations are done, and their records deleted; safe to repeat. It is a version of its own, so that a device
 * notices when the server is put back to before it. Where some of them have been done since, nothing is kept: gives those.
 */
export async function keepDeleted(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { status, body } = recordDeleted()
  return db.transaction().execute(async (trx) => {
    // No write of the agent comes between, because each takes the next version first.
    await sql`
      insert into agent_versions (agent_id, version) values (${agentId}, 1)
      on conflict (agent_id) do update set version = agent_versions.version + 1`.execute(trx)
    const made = await keysDone(trx, agentId, keys)
    if (made.length > 0) return made
    await sql`
      insert into idempotency_keys (agent_id, key, request_hash, status, headers, body)
      select ${agentId}, regexp_replace(deleted.key, ':[0-9]+$', '') || ${`:${newestRevision}`}, '', ${status}, '{}', ${JSON.stringify(body)}
      from unnest(${keys}::text[]) as deleted(key)
      on conflict do nothing`.execute(trx)
    return []
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
  const known = new Set(await keysAnswered(db, agentId, keys, sql`kept.status < 300 or kept.status in (404, 410)`))
  return keys.filter((key) => !known.has(key))
}

function keysDone(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<string[]> {
  return keysAnswered(db, agentId, keys, sql`kept.status < 300`)
}

/** Those of the keys whose operation was answered so, under any revision of its name. */
async function keysAnswered(
  db: Kysely<Tables>,
  agentId: number,
  keys: readonly string[],
  isSuch: RawBuilder<unknown>,
): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${keys}::text[]) with ordinality as asked(key, place)
    cross join lateral (select regexp_replace(asked.key, ':[0-9]+$', '') collate "C" as name) as its
    where exists (
      select from idempotency_keys as kept
      where kept.agent_id = ${agentId} and (${isSuch})
        and (kept.key in (asked.key, its.name) or (kept.key > its.name || ':' and kept.key < its.name || ';')))
    order by asked.place`.execute(db)
  return rows.map(({ key }) => key)
}
