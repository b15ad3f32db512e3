import { type Kysely, sql } from 'kysely'
import { isInFeed, kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import { opIdIn } from '#core/sync/operation.ts'
import type { Tables } from '#server/database/tables.ts'
import { recordDeleted } from '#server/problem-responses.ts'

/** The deletion is stored as the answer to this revision, which is higher than any real one. */
const newestRevision = 2 ** 31 - 1

/**
 * Marks the records that these keys created as deleted: a later write under one of the keys is answered with the
 * deletion (410). If some of the records exist, marks none and returns their keys. Raises the agent's version, so that a device
 * notices if the server is restored to an earlier state.
 */
export async function markRecordsDeleted(
  db: Kysely<Tables>,
  agentId: number,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const { status, body } = recordDeleted()
  return db.transaction().execute(async (trx) => {
    // Takes the next version first, which blocks the agent's other writes until the transaction ends.
    await sql`
      insert into agent_versions (agent_id, version) values (${agentId}, 1)
      on conflict (agent_id) do update set version = agent_versions.version + 1`.execute(trx)
    const existing = await keysOfRecords(trx, agentId, keys)
    if (existing.length > 0) return existing
    await sql`
      insert into idempotency_keys (agent_id, key, request_hash, status, headers, body)
      select ${agentId}, regexp_replace(deleted.key, ':[0-9]+$', '') || ${`:${newestRevision}`}, '', ${status}, '{}', ${JSON.stringify(body)}
      from unnest(${keys}::text[]) as deleted(key)
      on conflict do nothing`.execute(trx)
    return []
  })
}

async function keysOfRecords(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<string[]> {
  const opIds = keys.map(opIdIn)
  const selects = ownEntities.map(
    (entity) =>
      sql`select client_key from ${sql.table(kinds[entity].table)} where agent_id = ${agentId} and client_key = any(${opIds})`,
  )
  const { rows } = await sql<{ client_key: string }>`${sql.join(selects, sql` union all `)}`.execute(db)
  const found = new Set(rows.map(({ client_key }) => client_key))
  return keys.filter((_, index) => found.has(opIds[index]!))
}

/**
 * Returns the keys whose operations this database does not contain: no revision of them was answered with success, 404 or 410, and they created no
 * write-only record, which devices cannot find in the feed. Other clients may use keys without a revision.
 */
export async function findUnknownKeys(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const createdNone = ownEntities
    .filter((entity) => !isInFeed(entity))
    .map(
      (entity) =>
        sql`and not exists (
          select from ${sql.table(kinds[entity].table)} as made
          where made.agent_id = ${agentId} and made.client_key = its.name)`,
    )
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${keys}::text[]) with ordinality as asked(key, place)
    cross join lateral (select regexp_replace(asked.key, ':[0-9]+$', '') collate "C" as name) as its
    where not exists (
      select from idempotency_keys as kept
      where kept.agent_id = ${agentId} and (kept.status < 300 or kept.status in (404, 410))
        and (kept.key in (asked.key, its.name) or (kept.key > its.name || ':' and kept.key < its.name || ';')))
      ${sql.join(createdNone, sql` `)}
    order by asked.place`.execute(db)
  return rows.map(({ key }) => key)
}
