import { isInFeed, kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import { tombstoneRank } from '#core/kinds/kind-of-record.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isAvailable } from '#server/listings/available-listing-record.ts'
import { isVisibleTo } from '#server/properties/visible-property.ts'
import type { OwnPosition, SharedPosition } from './cursor.ts'

/** A position in the feed, and the record that changed. */
type OwnChange = OwnPosition & { entity: string; recordId: number; deleted: boolean }
/** `deleted`: also true if another agent’s listing is no longer available. */
type SharedChange = SharedPosition & { entity: string; recordId: number; version: number; deleted: boolean }

export async function readAgentVersion(db: Kysely<Tables>, agentId: number): Promise<number> {
  const row = await db.selectFrom('agent_versions').select('version').where('agent_id', '=', agentId).executeTakeFirst()
  return row?.version ?? 0
}

/** The agent's own changes in order of their versions. They become visible in this order, because each write locks the agent's version row. */
export async function ownChangesAfter(
  trx: Kysely<Tables>,
  agentId: number,
  after: OwnPosition,
  limit: number,
): Promise<OwnChange[]> {
  const isAfter = (rank: number) =>
    sql`${isAfterPosition(sql`version`, rank, { ...after, value: sql`${after.version}` })} order by version, id limit ${limit}`
  const parts = [
    ...ownEntities.filter(isInFeed).map((entity) => {
      const { table, feed } = kinds[entity]
      return sql`(select version, ${sql.lit(feed.rank)} as rank, id, ${sql.lit(entity)} as entity,
        id as "recordId", false as deleted
        from ${sql.table(table)} where agent_id = ${agentId} and ${isAfter(feed.rank)})`
    }),
    sql`(select version, ${sql.lit(tombstoneRank)} as rank, id, entity, record_id as "recordId", true as deleted
      from tombstones where agent_id = ${agentId} and ${isAfter(tombstoneRank)})`,
  ]
  return inFeedOrder<OwnChange>(trx, parts, sql`version`, limit)
}

/** Includes the agent's private properties. Stops before the oldest running transaction, which may still commit rows that a cursor would skip. */
export async function sharedChangesAfter(
  trx: Kysely<Tables>,
  agentId: number,
  after: SharedPosition,
  limit: number,
): Promise<SharedChange[]> {
  const isAfter = (rank: number) =>
    sql`${isAfterPosition(sql`changed_xid`, rank, { ...after, value: sql`${after.transaction}::xid8` })}
      and changed_xid < pg_snapshot_xmin(pg_current_snapshot())`
  const inPage = sql`order by changed_xid, id limit ${limit}`
  const columns = (rank: number, entity: RawBuilder<unknown>, recordId: RawBuilder<unknown>) =>
    sql`changed_xid, changed_xid::text as transaction, ${sql.lit(rank)} as rank, id, version, ${entity} as entity,
      ${recordId} as "recordId"`
  const { rank: propertyRank } = kinds.property.feed
  const { rank: availableRank } = kinds.available_listing.feed
  const visible = isVisibleTo(agentId)
  // The transaction at which properties alone fill the page. Without this limit, each page would scan all later listings of this agent, which
  // are left out.
  const fullAt = sql`coalesce(
    (select changed_xid from properties where ${isAfter(propertyRank)} and ${visible} order by changed_xid, id offset ${limit - 1} limit 1),
    pg_snapshot_xmin(pg_current_snapshot()))`
  const parts = [
    sql`(select ${columns(propertyRank, sql.lit('property'), sql`id`)}, false as deleted
      from properties where ${isAfter(propertyRank)} and ${visible} ${inPage})`,
    sql`(select ${columns(availableRank, sql.lit('available_listing'), sql`id`)}, not ${isAvailable} as deleted
      from listings as listing
      where agent_id <> ${agentId} and listed_by is null and ${isAfter(availableRank)} and changed_xid <= ${fullAt} ${inPage})`,
    sql`(select ${columns(tombstoneRank, sql`entity`, sql`record_id`)}, true as deleted
      from tombstones where agent_id is null and ${isAfter(tombstoneRank)} and not (entity = 'property' and exists (
        select from properties where properties.id = record_id and ${visible})) ${inPage})`,
  ]
  return inFeedOrder<SharedChange>(trx, parts, sql`changed_xid`, limit)
}

/** The SQL condition for rows after a position; `rank` is that of their kind. A row comparison, so that an index on (`column`, id) is used. */
function isAfterPosition(
  column: RawBuilder<unknown>,
  rank: number,
  after: { value: RawBuilder<unknown>; rank: number; id: number },
): RawBuilder<unknown> {
  if (rank === after.rank) return sql`(${column}, id) > (${after.value}, ${after.id})`
  return rank < after.rank ? sql`${column} > ${after.value}` : sql`${column} >= ${after.value}`
}

async function inFeedOrder<Change>(
  trx: Kysely<Tables>,
  parts: RawBuilder<unknown>[],
  column: RawBuilder<unknown>,
  limit: number,
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select * from (${sql.join(parts, sql` union all `)}) as change
    order by ${column}, rank, id limit ${limit}`.execute(trx)
  return rows
}
