import { isSameEmail, peopleAmong } from '#core/domain/clients/client-rules.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ClientRow } from '#storage/database/rows.ts'

type Edit = { opened: Fields; changes: Fields }

/**
 * Changes with the client that they mean, as a record names one: the client that the form has picked, as long as the address is
 * theirs, else the one with that address, else null. What says nothing of a person stays as it is.
 */
export async function withPerson(
  database: DeviceDatabase,
  entity: EntityName,
  { opened, changes }: Edit,
): Promise<Edit> {
  if (!('client' in (kinds[entity].mentions ?? {}))) return { opened, changes }
  const before = nameIn(opened['client'])
  const { client: picked, ...others } = changes
  const leader = kinds[entity].goesWith?.['client']
  const address = leader === undefined ? undefined : others[leader]
  const isPickedAnew = typeof picked === 'string' && nameIn(picked) !== before
  const isOtherAddress = typeof address === 'string' && address !== opened[leader ?? '']
  const same = { opened: { ...opened, client: before }, changes: others }
  if (!isPickedAnew && !isOtherAddress) return same
  const client = await clientMeant(database, picked, address)
  const name = client === undefined ? null : (client.id ?? client.key)
  return name === before ? same : { ...same, changes: { ...others, client: name } }
}

/** A record's client as a form holds it: its id or its local key; '' where there is none. */
export function pickOf(client: number | string | null | undefined): string {
  return client === null || client === undefined ? '' : String(client)
}

/** The same from the form: an id is a number again. */
function nameIn(picked: Json | undefined): Json {
  return typeof picked === 'string' && /^\d*$/.test(picked) ? Number(picked) || null : (picked ?? null)
}

async function clientMeant(
  database: DeviceDatabase,
  picked: Json | undefined,
  address: Json | undefined,
): Promise<ClientRow | undefined> {
  const people = peopleAmong(await database.clients.toArray())
  const chosen = typeof picked === 'string' ? people.of({ client: picked }) : undefined
  if (typeof address !== 'string' || (chosen !== undefined && isSameEmail(chosen.email, address))) return chosen
  return people.of({ client_email: address })
}
