import { isSameEmail, indexClients, clientName } from '#core/domain/clients/client-rules.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { updateRow } from '#core/sync/writing/update-record.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import type { ClientRow } from '#storage/database/rows.ts'

/**
 * Sets the `client` field of records that name this client only by email, in one transaction. Call it before `changes` give the client
 * another email, after which these records would belong to no client. Safe to repeat.
 */
export async function linkRecordsToClient(device: Device, key: LocalKey, changes: Fields): Promise<void> {
  const { database, replica, clock, ids } = device
  const { email } = changes
  if (typeof email !== 'string') return
  const clients = await database.clients.toArray()
  const client = clients.find((one) => one.key === key)
  if (client === undefined || isSameEmail(client.email, email)) return
  const withoutClient = await recordsByEmail(device, clients, client)
  if (withoutClient.length === 0) return
  const idOrKey = client.id ?? client.key
  await replica.transact('write', async (tx) => {
    for (const { entity, key: record } of withoutClient) {
      const row = await tx.row(entity, record)
      // The record was deleted or linked in the meantime.
      if (row === undefined || clientOf(row) !== null) continue
      const change = { opId: ids.uuid(), entity, key: record, opened: { client: null }, changes: { client: idOrKey } }
      await updateRow(tx, replica.owner, clock.now(), change)
    }
  })
}

/** Returns the records that name this client only by email. */
async function recordsByEmail({ database }: Device, clients: ClientRow[], client: ClientRow) {
  const people = indexClients(clients)
  const found = await Promise.all(
    entityNames.map(async (entity) => {
      const emailField = kinds[entity].dependsOn?.['client']
      if (emailField === undefined) return []
      const isClients = (email: Json | undefined) =>
        typeof email === 'string' && people.of({ client_email: email }) === client
      const rows = mirrorTable(database, entity).filter((row) => clientOf(row) === null && isClients(row[emailField]))
      return (await rows.primaryKeys()).map((key) => ({ entity, key }))
    }),
  )
  return found.flat()
}

function clientOf(row: Fields): Json {
  return row['client'] ?? null
}

export function clientNameOrEmail(client: ClientRow | undefined, { client_email }: { client_email: string }): string {
  return client === undefined ? client_email : clientName(client)
}
