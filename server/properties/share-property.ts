import { sql, type Transaction } from 'kysely'
import { databaseErrorCode } from '#server/database/database-errors.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { invalid, RefusedRequest } from '#server/problem-responses.ts'
import { replaceProperty } from './replace-property.ts'

/** Moves a private property into the catalog. If the catalog already has a property at its address, that one replaces it. */
export async function shareProperty(trx: Transaction<Tables>, context: WriteContext, id: number): Promise<void> {
  await refuseWithoutCity(trx, id)
  const sharedId = (await findSharedAtSameAddress(trx, id)) ?? (await becomeShared(trx, id))
  if (sharedId === id) return
  await replaceProperty(trx, context, { from: id, to: sharedId })
}

/** A private property may have a ZIP code only; the catalog requires city and state. */
async function refuseWithoutCity(trx: Transaction<Tables>, id: number): Promise<void> {
  const { city, state } = await trx
    .selectFrom('properties')
    .select(['city', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (city !== '' && state !== '') return
  throw new RefusedRequest(invalid({ property: ['Enter the city and state of this home first.'] }))
}

async function findSharedAtSameAddress(trx: Transaction<Tables>, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select shared.id from properties as own
    join properties as shared on shared.identity = own.identity and not shared.is_private
    where own.id = ${id}`.execute(trx)
  return rows[0]?.id
}

/** Makes the property shared and returns its id; another id if another agent concurrently adds the same address. */
async function becomeShared(trx: Transaction<Tables>, id: number): Promise<number> {
  await sql`savepoint becoming_shared`.execute(trx)
  try {
    await sql`
      update properties set is_private = false, version = version + 1, updated_at = now() where id = ${id}`.execute(trx)
    return id
  } catch (error) {
    if (databaseErrorCode(error) !== 'unique_violation') throw error
    await sql`rollback to savepoint becoming_shared`.execute(trx)
    const sharedId = await findSharedAtSameAddress(trx, id)
    if (sharedId === undefined) throw error
    return sharedId
  }
}
