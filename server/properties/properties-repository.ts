import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { PageQuery } from '#core/contract/paging.ts'
import type { NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import { containing } from '#server/database/containing.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { columnsOfProperty } from './property-columns.ts'
import { propertyRecordJson, type PropertyRecord } from './property-record.ts'
import { isVisibleTo } from './visible-property.ts'

/** One page of the catalogue and the agent's private homes in the order of their numbers, so that a sweep over the pages misses nothing. */
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

/** Up to `limit` properties that no agent added and no agent lists. */
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
    return property.or(columns.map((column) => property(column, 'ilike', containing(search))))
  }
}

/** These properties as far as the agent sees them, in any order; `agentId` sees the `client_key` of those that he or she added. */
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

/** The property that an earlier revision of the same operation added. */
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

/** The new property, or undefined when the catalogue, or the agent's private homes, have that street, city and ZIP already. */
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

/** The property as it is then, or undefined when this agent has not added it. */
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

/** Whether the property was there and this agent had added it; rejects while a listing is made from it. */
export async function deleteProperty(trx: Transaction<Tables>, agentId: number, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('properties')
    .where('id', '=', id)
    .where('created_by', '=', agentId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The shared property at that street, city and ZIP, which for a private home may also be one of the agent's private ones. */
export async function findPropertyByIdentity(
  db: Kysely<Tables>,
  agentId: number,
  property: NewProperty,
): Promise<PropertyRecord | undefined> {
  // One after the other, each by its own index.
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
