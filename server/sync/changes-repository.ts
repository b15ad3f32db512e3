import { isInFeed, kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import { tombstoneRank } from '#core/kinds/kind-of-record.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isAvailable } from '#server/listings/available-listing-record.ts'
import { isVisibleTo } from '#server/properties/visible-property.ts'
import type { OwnPlace, SharedPlace } from './cursor.ts'

type OwnChange = OwnPlace & { entity: string; recordId: number; deleted: boolean }
type SharedChange = SharedPlace & { entity: string; recordId: number; version: number; deleted: boolean }

/** 0 before the first change. */
export async function readAgentVersion(db: Kysely<Tables>, agentId: number): Promise<number> {
  const row = await db.selectFrom('agent_versions').select('version').where('agent_id', '=', agentId).executeTakeFirst()
  return row?.version ?? 0
}

/** Each write locks the agent's version row, so changes become visible in order of their versions. */
export async function ownChangesAfter(
  trx: Kysely<Tables>,
  agentId: number,
  after: OwnPlace,
  limit: number,
): Promise<OwnChange[]> {
  const behind = (rank: number) =>
    sql`${behindPlace(sql`version`, rank, { ...after, at: sql`${after.version}` })} order by version, id limit ${limit}`
  const parts = [
    ...ownEntities.filter(isInFeed).map((entity) => {
      const { table, feed } = kinds[entity]
      return sql`(select version, ${sql.lit(feed.rank)} as rank, id, ${sql.lit(entity)} as entity,
        id as "recordId", false as deleted
        from ${sql.table(table)} where agent_id = ${agentId} and ${behind(feed.rank)})`
    }),
    sql`(select version, ${sql.lit(tombstoneRank)} as rank, id, entity, record_id as "recordId", true as deleted
      from tombstones where agent_id = ${agentId} and ${behind(tombstoneRank)})`,
  ]
  return inOrder<OwnChange>(trx, parts, sql`version`, limit)
}

/**
 * Changes of the catalog, the agent's private properties, and other agents' available listings. Stops at the oldest
 * running transaction, which may still commit rows that the cursor must not have passed.
 */
export async function sharedChangesAfter(
  trx: Kysely<Tables>,
  agentId: number,
  after: SharedPlace,
  limit: number,
): Promise<SharedChange[]> {
  const behind = (rank: number) =>
    sql`${behindPlace(sql`changed_xid`, rank, { ...after, at: sql`${after.transaction}::xid8` })}
      and changed_xid < pg_snapshot_xmin(pg_current_snapshot())`
  const first = sql`order by changed_xid, id limit ${limit}`
  const columns = (rank: number, entity: RawBuilder<unknown>, recordId: RawBuilder<unknown>) =>
    sql`changed_xid, changed_xid::text as transaction, ${sql.lit(rank)} as rank, id, version, ${entity} as entity,
      ${recordId} as "recordId"`
  const { rank: propertyRank } = kinds.property.feed
  const { rank: availableRank } = kinds.available_listing.feed
  const visible = isVisibleTo(agentId)
  // Where properties alone fill the page. Without it, each page of the catalog would scan all own listings behind it.
  const fullAt = sql`coalesce(
    (select changed_xid from properties where ${behind(propertyRank)} and ${visible} order by changed_xid, id offset ${limit - 1} limit 1),
    pg_snapshot_xmin(pg_current_snapshot()))`
  const parts = [
    sql`(select ${columns(propertyRank, sql.lit('property'), sql`id`)}, false as deleted
      from properties where ${behind(propertyRank)} and ${visible} ${first})`,
    sql`(select ${columns(availableRank, sql.lit('available_listing'), sql`id`)}, not ${isAvailable} as deleted
      from listings as listing
      where agent_id <> ${agentId} and listed_by is null and ${behind(availableRank)} and changed_xid <= ${fullAt} ${first})`,
    sql`(select ${columns(tombstoneRank, sql`entity`, sql`record_id`)}, true as deleted
      from tombstones where agent_id is null and ${behind(tombstoneRank)} and not (entity = 'property' and exists (
        select from properties where properties.id = record_id and ${visible})) ${first})`,
  ]
  return inOrder<SharedChange>(trx, parts, sql`changed_xid`, limit)
}

/** Rows of one rank behind a position. An index on `first` and id applies, even within a single transaction. */
function behindPlace(
  first: RawBuilder<unknown>,
  rank: number,
  after: { at: RawBuilder<unknown>; rank: number; id: number },
): RawBuilder<unknown> {
  if (rank === after.rank) return sql`(${first}, id) > (${after.at}, ${after.id})`
  return rank < after.rank ? sql`${first} > ${after.at}` : sql`${first} >= ${after.at}`
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
