import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { PageQuery } from '#core/contract/paging.ts'
import type { NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { columnsOfProperty } from './property-columns.ts'
import { propertyRecordJson, type PropertyRecord } from './property-record.ts'
import { isVisibleTo } from './visible-property.ts'

/** Returns one page, ordered by id, so that reading all pages misses no property. */
export async function listProperties(db: Kysely<Tables>, agentId: number, query: PageQuery): Promise<PropertyRecord[]> {
  const page = db
    .selectFrom('properties')
    .select(propertyRecordJson(agentId).as('record'))
    .where(isVisibleTo(agentId))
    .where(matching(query.search))
    .orderBy('id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
  return (await page.execute()).map(parsed)
}

/** Returns properties that no agent has added or listed. */
export async function listUnclaimedProperties(
  db: Kysely<Tables>,
  agentId: number,
  limit: number,
): Promise<PropertyRecord[]> {
  const rows = await db
    .selectFrom('properties')
    .select(propertyRecordJson(agentId).as('record'))
    .where('created_by', 'is', null)
    .where((property) => {
      const listings = property.selectFrom('listings').select('id')
      return property.not(property.exists(listings.whereRef('listings.property_id', '=', 'properties.id')))
    })
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(parsed)
}

export async function countProperties(db: Kysely<Tables>, agentId: number, search: string): Promise<number> {
  const row = await db
    .selectFrom('properties')
    .select((property) => property.fn.countAll<number>().as('count'))
    .where(isVisibleTo(agentId))
    .where(matching(search))
    .executeTakeFirstOrThrow()
  return row.count
}

function matching(search: string) {
  return (property: ExpressionBuilder<Tables, 'properties'>) => {
    if (search === '') return property.and([])
    const columns = ['address', 'city', 'zip_code'] as const
    return property.or(columns.map((column) => property(column, 'ilike', likePattern(search))))
  }
}

/** Returns those of the properties that the agent can see, in any order. `client_key` is included only for those that the agent added. */
export async function readProperties(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<PropertyRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('properties')
    .select(propertyRecordJson(agentId).as('record'))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(isVisibleTo(agentId))
    .execute()
  return rows.map(parsed)
}

export async function findProperty(
  db: Kysely<Tables>,
  agentId: number,
  id: number,
): Promise<PropertyRecord | undefined> {
  const [property] = await readProperties(db, agentId, [id])
  return property
}

/** Returns the property that an earlier revision of the same operation created, if any. */
export async function findPropertyByKey(
  trx: Transaction<Tables>,
  { agentId, clientKey }: WriteContext,
): Promise<PropertyRecord | undefined> {
  if (clientKey === null) return undefined
  const row = await trx
    .selectFrom('properties')
    .select(propertyRecordJson(agentId).as('record'))
    .where('created_by', '=', agentId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  return row && parsed(row)
}

/** Returns undefined if the address is taken: by a property of the catalog or, for a private property, by a private one of the agent. */
export async function insertProperty(
  trx: Transaction<Tables>,
  { agentId, clientKey }: WriteContext,
  property: NewProperty,
): Promise<PropertyRecord | undefined> {
  const row = await trx
    .insertInto('properties')
    .values({ ...columnsOfProperty(property), created_by: agentId, client_key: clientKey })
    .onConflict((conflict) =>
      property.is_private === true
        ? conflict
            .columns(['created_by', 'identity'])
            .where(sql<boolean>`is_private`)
            .doNothing()
        : conflict
            .column('identity')
            .where(sql<boolean>`not is_private`)
            .doNothing(),
    )
    .returning(propertyRecordJson(agentId).as('record'))
    .executeTakeFirst()
  return row && parsed(row)
}

export async function countAddedBy(trx: Transaction<Tables>, agentId: number): Promise<number> {
  const row = await trx
    .selectFrom('properties')
    .select((property) => property.fn.countAll<number>().as('count'))
    .where('created_by', '=', agentId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns undefined if this agent did not add the property. */
export async function updateProperty(
  trx: Transaction<Tables>,
  agentId: number,
  id: number,
  property: NewProperty,
): Promise<PropertyRecord | undefined> {
  const row = await trx
    .updateTable('properties')
    .set({ ...columnsOfProperty(property), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('created_by', '=', agentId)
    .returning(propertyRecordJson(agentId).as('record'))
    .executeTakeFirst()
  return row && parsed(row)
}

/** Deletes a property; returns false if this agent did not add it. Rejects while a listing or door card refers to the property. */
export async function deleteProperty(trx: Transaction<Tables>, agentId: number, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('properties')
    .where('id', '=', id)
    .where('created_by', '=', agentId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a shared property by its address; if `property` is private, also one of the agent's private ones. */
export async function findPropertyByIdentity(
  db: Kysely<Tables>,
  agentId: number,
  property: NewProperty,
): Promise<PropertyRecord | undefined> {
  // Two queries, so that each uses its own index.
  const conditions = [
    sql<boolean>`not is_private`,
    ...(property.is_private === true ? [sql<boolean>`(is_private and created_by = ${agentId})`] : []),
  ]
  for (const condition of conditions) {
    const row = await db
      .selectFrom('properties')
      .select(propertyRecordJson(agentId).as('record'))
      .where('identity', '=', propertyIdentity(property))
      .where(condition)
      .executeTakeFirst()
    if (row !== undefined) return parsed(row)
  }
  return undefined
}

function parsed({ record }: { record: string }): PropertyRecord {
  return JSON.parse(record) as PropertyRecord
}
