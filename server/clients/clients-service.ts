import { newClientSchema, type ClientChanges, type NewClient } from '#core/contract/client.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { isStale } from '#server/http/if-match.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { notFound, versionIsStale } from '#server/problem-responses.ts'
import { deleteClient, findClient, findClientByKey, insertClient, updateClient } from './clients-repository.ts'

export function addClient(database: Database, request: WriteRequest, client: NewClient): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const record = (await findClientByKey(trx, context)) ?? (await insertClient(trx, context, client))
    return created(record, `/api/crm/clients/${record.id}/`)
  })
}

/** Changes the named fields; what the client then is must satisfy the rules as a whole. */
export function changeClient(
  database: Database,
  request: WriteRequest,
  id: number,
  changes: ClientChanges,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const current = await findClient(trx, context.agentId, id)
    if (current === undefined) return notFound()
    if (isStale(context.ifMatch, current)) return versionIsStale(current)
    const client = parseFields(newClientSchema, { ...current, ...changes })
    return answered(await updateClient(trx, context, id, client))
  })
}

export function removeClient(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const current = await findClient(trx, context.agentId, id)
    if (current === undefined) return notFound()
    if (isStale(context.ifMatch, current)) return versionIsStale(current)
    await deleteClient(trx, context, id)
    return removed()
  })
}
