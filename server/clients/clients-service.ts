import { newClientSchema, type ClientChanges, type NewClient } from '#core/contract/client.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { type WorkOnCurrent, writeOwnCurrent } from '#server/http/write-current.ts'
import type { ClientRecord } from './client-record.ts'
import { deleteClient, insertClient, readClients, updateClient } from './clients-repository.ts'

export function addClient(database: Database, request: WriteRequest, client: NewClient): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const record = await insertClient(trx, context, client)
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
  const wanted = { readAll: readClients, id }
  const work: WorkOnCurrent<ClientRecord> = async (trx, context, current) => {
    const client = parseFields(newClientSchema, { ...current, ...changes })
    return answered(await updateClient(trx, context, current, client))
  }
  return writeOwnCurrent(database, request, wanted, work)
}

export function removeClient(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  return writeOwnCurrent(database, request, { readAll: readClients, id }, async (trx, context, current) => {
    await deleteClient(trx, context, current)
    return removed()
  })
}
