import { createHash } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { backedUpEntities } from '#core/backup/backup-format.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { recordsOnServer } from './journey-steps.ts'

type Wire = Record<string, unknown>

/** Fields that the server sets, and the owner. */
const ofServer = new Set(['id', 'version', 'client_key', 'created_at', 'updated_at', 'realtor'])

/**
 * All records of the signed-in agent by kind, in the server's order, without ids, so that two servers can be compared:
 * references become names (null if deleted), tour stops addresses, and photos hashes of their bytes.
 */
export async function everythingOnServer(context: BrowserContext, origin: string): Promise<Record<string, unknown[]>> {
  const listings = await recordsOnServer(context, origin, kinds.listing.collection)
  const all = new Map<EntityName, Wire[]>()
  for (const entity of backedUpEntities) {
    const { collection } = kinds[entity]
    const paths = collection.includes('{parent}')
      ? listings.map(({ id }) => collection.replace('{parent}', String(id)))
      : [collection]
    const pages = await Promise.all(paths.map((path) => recordsOnServer(context, origin, path)))
    all.set(entity, pages.flat())
  }
  const names = namesOf(all)
  const photo = async (address: string) => {
    const answer = await context.request.get(new URL(address, origin).href)
    return createHash('sha256')
      .update(await answer.body())
      .digest('hex')
  }
  const said: Record<string, unknown[]> = {}
  for (const [entity, records] of all)
    said[entity] = await Promise.all(records.map((record) => inWords(withStopsNamed(record), names, photo)))
  return said
}

type Names = (kind: string, id: unknown) => unknown

function namesOf(all: ReadonlyMap<EntityName, Wire[]>): Names {
  const addresses = new Map(
    (all.get('listing') ?? []).map(({ id, property }) => [id, (property as { address: string }).address]),
  )
  const names: Record<string, Map<unknown, unknown>> = {
    listing: addresses,
    client: new Map((all.get('client') ?? []).map(({ id, email }) => [id, email])),
    open_house: new Map(
      (all.get('open_house') ?? []).map(({ id, date, listing }) => [
        id,
        `${String(date)} at ${addresses.get(listing)}`,
      ]),
    ),
  }
  return (kind, id) => names[kind]?.get(id) ?? null
}

function withStopsNamed(record: Wire): Wire {
  const { stops, steps } = record as { stops?: Wire[]; steps?: Wire[] }
  const addresses = new Map(stops?.map(({ stop_id, listing_address }) => [stop_id, listing_address]))
  const named = (all: Wire[]) => all.map((one) => ({ ...one, stop_id: addresses.get(one['stop_id']) ?? 'no stop' }))
  return stops === undefined || steps === undefined ? record : { ...record, stops: named(stops), steps: named(steps) }
}

const mentions: Readonly<Record<string, string>> = {
  listing: 'listing',
  listing_id: 'listing',
  selected_listings: 'listing',
  client: 'client',
  open_house: 'open_house',
}

async function inWords(value: unknown, names: Names, photo: (address: string) => Promise<string>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((member) => inWords(member, names, photo)))
  if (value === null || typeof value !== 'object') return value
  const told = Object.entries(value)
    .filter(([field]) => !ofServer.has(field))
    .map(async ([field, held]) => {
      const kind = mentions[field]
      if (kind !== undefined)
        return [
          field,
          Array.isArray(held) ? held.map((id) => names(kind, id)).filter((name) => name !== null) : names(kind, held),
        ]
      return [field, field === 'image' ? await photo(held as string) : await inWords(held, names, photo)]
    })
  return Object.fromEntries((await Promise.all(told)) as [string, unknown][])
}
