import { kinds, type EntityName } from '#core/kinds/all-kinds.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import { type NewRecord, createRecord } from '#core/sync/writing/create-record.ts'
import { type UpdateOutcome, updateRecord } from '#core/sync/writing/update-record.ts'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { isSameEmail, indexClients } from '#core/domain/clients/client-rules.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { ClientRow } from '#storage/database/rows.ts'

export type Addition = Omit<NewRecord, 'entity'>

/** Saves a new record on this device. Safe to repeat with the `opId` that was made when the form opened (fault A15). */
export async function addRecord(
  { replica, clock, database }: Device,
  entity: EntityName,
  addition: Addition,
): Promise<{ key: LocalKey }> {
  const { changes } = await withClient(database, entity, { opened: {}, changes: addition.changes })
  return createRecord(replica, clock, { entity, ...addition, changes })
}

type Change = Omit<Parameters<typeof updateRecord>[2], 'entity'>

/** Saves changes of a record on this device, merged with what changed since `opened` was read. */
export async function changeRecord(
  { replica, clock, database }: Device,
  entity: EntityName,
  change: Change,
): Promise<UpdateOutcome> {
  const edit = await withClient(database, entity, change)
  const { outcome } = await updateRecord(replica, clock, { entity, ...change, ...edit })
  return outcome
}

/** Deletes a record on this device, without undo. */
export async function removeRecord({ replica, clock, ids }: Device, entity: EntityName, key: LocalKey): Promise<void> {
  await deleteRecord(replica, clock, { opId: ids.uuid(), entity, key })
}

/** True if a deletion of the record waits on this device. The server will also delete child records that were added after it (fault E10). */
export async function isDeletedHere(database: DeviceDatabase, { entity, key }: Reference): Promise<boolean> {
  return (await database.outbox.where('[entity+key]').equals([entity, key]).last())?.kind === 'delete'
}

type Edit = { opened: Fields; changes: Fields }

/**
 * If the chosen client or the record's email changed, adds the record's `client`: the chosen one if it has this email, else the client with
 * this email, else null.
 */
async function withClient(database: DeviceDatabase, entity: EntityName, { opened, changes }: Edit): Promise<Edit> {
  if (!('client' in (kinds[entity].embeddedReferences ?? {}))) return { opened, changes }
  const before = fromFormValue(opened['client'])
  const { client: picked, ...others } = changes
  const emailField = kinds[entity].dependsOn?.['client']
  const email = emailField === undefined ? undefined : others[emailField]
  const isOtherClient = typeof picked === 'string' && fromFormValue(picked) !== before
  const isOtherEmail = typeof email === 'string' && email !== opened[emailField ?? '']
  const same = { opened: { ...opened, client: before }, changes: others }
  if (!isOtherClient && !isOtherEmail) return same
  const client = await findClient(database, picked, email)
  const idOrKey = client === undefined ? null : (client.id ?? client.key)
  return idOrKey === before ? same : { ...same, changes: { ...others, client: idOrKey } }
}

/** A record's client as a form value: its id or local key; '' if there is none. */
export function clientFormValue(client: number | string | null | undefined): string {
  return client === null || client === undefined ? '' : String(client)
}

/** Reverses `clientFormValue`: an id is a number again. */
function fromFormValue(picked: Json | undefined): Json {
  return typeof picked === 'string' && /^\d*$/.test(picked) ? Number(picked) || null : (picked ?? null)
}

async function findClient(
  database: DeviceDatabase,
  picked: Json | undefined,
  email: Json | undefined,
): Promise<ClientRow | undefined> {
  const people = indexClients(await database.clients.toArray())
  const chosen = typeof picked === 'string' ? people.of({ client: picked }) : undefined
  if (typeof email !== 'string' || (chosen !== undefined && isSameEmail(chosen.email, email))) return chosen
  return people.of({ client_email: email })
}
