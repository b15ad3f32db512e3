import { isSameEmail, indexClients, clientName } from '#core/domain/clients/client-rules.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { updateRow } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import type { ClientRow } from '#storage/database/rows.ts'

/**
 * Before `changes` give a client another email: sets the client in the records that have only the email, which would otherwise
 * lose their client (decisions, section 11). All of them or none; safe to repeat.
 */
export async function linkRecordsToClient(device: Device, key: LocalKey, changes: Fields): Promise<void> {
  const { database, replica, clock, ids } = device
  const { email } = changes
  if (typeof email !== 'string') return
  const clients = await database.clients.toArray()
  const client = clients.find((one) => one.key === key)
  if (client === undefined || isSameEmail(client.email, email)) return
  const unnamed = await recordsByAddress(device, clients, client)
  if (unnamed.length === 0) return
  const name = client.id ?? client.key
  await replica.transact('write', async (tx) => {
    for (const { entity, key: record } of unnamed) {
      const row = await tx.row(entity, record)
      // Deleted, or linked by now.
      if (row === undefined || namedIn(row) !== null) continue
      const change = { opId: ids.uuid(), entity, key: record, opened: { client: null }, changes: { client: name } }
      await updateRow(tx, replica.owner, clock.now(), change)
    }
  })
}

/** Returns the records without a client whose email means this one. */
async function recordsByAddress({ database }: Device, clients: ClientRow[], client: ClientRow) {
  const people = indexClients(clients)
  const found = await Promise.all(
    entityNames.map(async (entity) => {
      const address = kinds[entity].goesWith?.['client']
      if (address === undefined) return []
      const means = (said: Json | undefined) => typeof said === 'string' && people.of({ client_email: said }) === client
      const rows = mirrorTable(database, entity).filter((row) => namedIn(row) === null && means(row[address]))
      return (await rows.primaryKeys()).map((key) => ({ entity, key }))
    }),
  )
  return found.flat()
}

function namedIn(row: Fields): Json {
  return row['client'] ?? null
}

/** Returns the client's name, or the record's email if the client is unknown. */
export function clientNameOrEmail(client: ClientRow | undefined, { client_email }: { client_email: string }): string {
  return client === undefined ? client_email : clientName(client)
}
