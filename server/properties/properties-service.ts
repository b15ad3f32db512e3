import type { NewProperty } from '#core/contract/property.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created } from '#server/http/outcome.ts'
import { notFound } from '#server/problem-responses.ts'
import { findPropertyByIdentity, findPropertyByKey, insertProperty } from './properties-repository.ts'

/**
 * Adds a property to the shared catalogue. One that is there already is the answer, with 200 and as it is:
 * an agent who added it offline could do nothing with a refusal.
 */
export function addProperty(database: Database, request: WriteRequest, property: NewProperty): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const added = (await findPropertyByKey(trx, context)) ?? (await insertProperty(trx, context, property))
    if (added !== undefined) return created(added, `/api/properties/properties/${added.id}/`)
    const existing = await findPropertyByIdentity(trx, context.agentId, property)
    return existing === undefined ? notFound() : answered(existing)
  })
}
