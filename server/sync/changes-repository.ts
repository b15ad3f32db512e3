import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { OwnPlace, SharedPlace } from './cursor.ts'

/** Which record changed, and its place in the order; what it looks like now is read afterwards. */
type OwnChange = OwnPlace & { entity: string; recordId: number; deleted: boolean }
type SharedChange = SharedPlace & { entity: string; recordId: number; version: number; deleted: boolean }

/** The version of the agent's newest change; 0 before the first. */
export async function readAgentVersion(db: Kysely<Tables>, agentId: number): Promise<number> {
  const row = await db.selectFrom('agent_versions').select('version').where('agent_id', '=', agentId).executeTakeFirst()
  return row?.version ?? 0
}

const ownTables = [
  { rank: 1, entity: 'client', table: 'clients' },
  { rank: 2, entity: 'listing', table: 'listings' },
  { rank: 3, entity: 'listing_image', table: 'listing_images' },
  { rank: 4, entity: 'open_house', table: 'open_houses' },
  { rank: 5, entity: 'showing', table: 'showings' },
  { rank: 6, entity: 'open_house_visit', table: 'open_house_visits' },
  { rank: 7, entity: 'appointment', table: 'appointments' },
  { rank: 8, entity: 'tour', table: 'tours' },
] as const
const tombstoneRank = 9

/** The agent's own changes behind a place. The agent's version row is locked by each write, so none can come in between. */
export async function ownChangesAfter(
  trx: Kysely<Tables>,
  agentId: number,
  after: OwnPlace,
  limit: number,
): Promise<OwnChange[]> {
  const behind = (rank: number) => sql`version >= ${after.version}
    and (version, ${sql.lit(rank)}, id) > (${after.version}, ${after.rank}, ${after.id})
    order by version, id limit ${limit}`
  const parts = [
    ...ownTables.map(
      ({ rank, entity, table }) => sql`(select version, ${sql.lit(rank)} as rank, id, ${sql.lit(entity)} as entity,
        id as "recordId", false as deleted
        from ${sql.table(table)} where agent_id = ${agentId} and ${behind(rank)})`,
    ),
    sql`(select version, ${sql.lit(tombstoneRank)} as rank, id, entity, record_id as "recordId", true as deleted
      from tombstones where agent_id = ${agentId} and ${behind(tombstoneRank)})`,
  ]
  return inOrder<OwnChange>(trx, parts, sql`version`, limit)
}

/**
 * Changes of the catalogue and of other agents' available listings behind a place, up to the oldest transaction that
 * still runs: it may commit rows before those of a younger one, and a cursor must not have passed them by then.
 */
export async function sharedChangesAfter(
  trx: Kysely<Tables>,
  agentId: number,
  after: SharedPlace,
  limit: number,
): Promise<SharedChange[]> {
  const behind = (rank: number) => sql`changed_xid >= ${after.transaction}::xid8
    and changed_xid < pg_snapshot_xmin(pg_current_snapshot())
    and (changed_xid, ${sql.lit(rank)}, id) > (${after.transaction}::xid8, ${after.rank}, ${after.id})
    order by changed_xid, id limit ${limit}`
  const columns = (rank: number, entity: RawBuilder<unknown>, recordId: RawBuilder<unknown>) =>
    sql`changed_xid, changed_xid::text as transaction, ${sql.lit(rank)} as rank, id, version, ${entity} as entity,
      ${recordId} as "recordId"`
  const parts = [
    sql`(select ${columns(1, sql.lit('property'), sql`id`)}, false as deleted from properties where ${behind(1)})`,
    sql`(select ${columns(2, sql.lit('available_listing'), sql`id`)}, status not in ('For Sale', 'Pending')
        or (select closed_at is not null from agents where agents.id = listings.agent_id) as deleted
      from listings where agent_id <> ${agentId} and ${behind(2)})`,
    sql`(select ${columns(tombstoneRank, sql`entity`, sql`record_id`)}, true as deleted
      from tombstones where agent_id is null and ${behind(tombstoneRank)})`,
  ]
  return inOrder<SharedChange>(trx, parts, sql`changed_xid`, limit)
}

async function inOrder<Change>(
  trx: Kysely<Tables>,
  parts: RawBuilder<unknown>[],
  first: RawBuilder<unknown>,
  limit: number,
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select * from (${sql.join(parts, sql` union all `)}) as change
    order by ${first}, rank, id limit ${limit}`.execute(trx)
  return rows
}
