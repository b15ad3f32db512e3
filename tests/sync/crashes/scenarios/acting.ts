import type { Fields } from '#core/contract/json.ts'
import type { Reference } from '#core/sync/operation.ts'
import { aClient } from '#tests/support/sync-records.ts'
import type { Context, Device } from '../device.ts'
import type { World } from '../world.ts'

/*
 * What agents do again and again, in the words of the stories.
 */

export const both: ['ours', 'plain'] = ['ours', 'plain']

export function addClient(context: Context, record: string, fields: Fields = {}): Promise<void> {
  return context.create('client', record, (word) =>
    aClient({ first_name: word, last_name: word, email: `${word}@example.com`, ...fields }),
  )
}

export function addProperty(context: Context, record: string): Promise<void> {
  return context.create('property', record, (word) => ({ address: `1 ${word}`, city: 'Salem' }))
}

export async function addListing({ device }: World, context: Context, record: string, property: string) {
  const references = { property: await referenceTo(device, 'property', property) }
  await context.create(
    'listing',
    record,
    (word) => ({ listing_price: 250_000, description: word, status: 'For Sale' }),
    { references, shown: { property: { address: property } } },
  )
}

export async function addPhoto(world: World, context: Context, record: string, listing: string): Promise<void> {
  const references = { listing: await referenceTo(world.device, 'listing', listing) }
  const caption = (word: string): Fields => (world.server.kind === 'ours' ? { caption: word } : {})
  await context.create('listing_image', record, (word) => ({ ...caption(word), is_primary: true }), {
    references,
    picture: true,
    below: listing,
  })
}

export async function addShowing({ device }: World, context: Context, record: string, listing: string): Promise<void> {
  const references = { listing: await referenceTo(device, 'listing', listing) }
  const fields = { showing_date: '2026-11-23', start_time: '10:00:00', end_time: '10:30:00' }
  await context.create('showing', record, (word) => ({ ...fields, client_email: `${word}@example.com` }), {
    references,
    below: listing,
  })
}

/** The key of a record of the story on this device; before it is made there is none. */
export async function referenceTo(device: Device, entity: Reference['entity'], record: string): Promise<Reference> {
  const row = await device.row(entity, device.nameWord(record))
  return { entity, key: row?.key ?? 'local-00000000-0000-4000-8000-000000000000' }
}

/** The office writes something into a record of the story, when it is there. */
export function officeWrites(
  { server, idOf }: World,
  entity: 'client' | 'listing' | 'property' | 'tour',
  record: string,
  fields: Fields,
): void {
  const id = idOf(entity, record)
  if (id !== null) server.put(entity, { id, ...fields })
}

export function officeDeletes({ server, idOf, ledger }: World, entity: 'client' | 'listing', record: string): void {
  const id = idOf(entity, record)
  ledger.mayGo.add(record)
  if (id !== null) server.remove(entity, id)
}
