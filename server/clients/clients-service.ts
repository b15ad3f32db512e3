import { newClientSchema, type ClientChanges, type NewClient } from '#core/contract/client.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { notFound } from '#server/problem-responses.ts'
import { deleteClient, findClient, findClientByKey, insertClient, updateClient } from './clients-repository.ts'

export function addClient(database: Database, request: WriteRequest, client: NewClient): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    // As a rule it is new, so that is what is asked first.
    const record = (await insertClient(trx, context, client)) ?? (await findClientByKey(trx, context))
    return record === undefined ? notFound() : created(record, `/api/crm/clients/${record.id}/`)
  })
}

/** Changes the named fields; what the client then is must satisfy the rules as a whole. */
export function changeClient(
  database: Database,
  request: WriteRequest,
  id: number,
  changes: ClientChanges,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findClient, [id], async (trx, context, current) => {
    const client = parseFields(newClientSchema, { ...current, ...changes })
    return answered(await updateClient(trx, context, id, client))
  })
}

export function removeClient(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  return writeCurrent(database, request, findClient, [id], async (trx, context) => {
    await deleteClient(trx, context, id)
    return removed()
  })
}
