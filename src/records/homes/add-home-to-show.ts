import * as v from 'valibot'
import type { Fields } from '#core/contract/json.ts'
import { type NewProperty, privatePropertySchema, enteredZipCode } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { deleteRow } from '#core/sync/writing/delete-record.ts'
import { createRow } from '#core/sync/writing/create-record.ts'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { wholeHomeToShowSchema, listedByFormSchema, type ListedBy } from '#core/contract/listing.ts'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { completeHome, type TypedHome } from '#core/domain/homes/typed-home.ts'

type HomeFacts = Pick<NewProperty, 'address' | 'city' | 'state' | 'zip_code' | 'bedrooms' | 'bathrooms'>

export type HomeToShow = {
  /** Operation id of the create, generated when the form opens: saving again with the same id changes nothing (fault A15). */
  opId: string
  facts: HomeFacts
  /** In dollars; 0 while unknown. */
  listing_price: number
  listed_by: ListedBy
  /** The catalog's property, if the agent chose it; else null: then the home has a private property, which no other agent sees. */
  propertyKey: LocalKey | null
}

/** Creates a home to show and, if needed, its property, in one transaction. Returns the listing's local key. */
export async function addHomeToShow({ replica, clock, database }: Device, home: HomeToShow): Promise<LocalKey> {
  const { opId, facts, listing_price, listed_by } = home
  const { owner } = replica
  const now = clock.now()
  const existingKey = home.propertyKey ?? (await findPrivateProperty(database, facts))
  return replica.transact('write', async (tx) => {
    const propertyKey = existingKey ?? (await createProperty(tx, owner, now, home))
    const { key: _, ...property } = { ...(await tx.row('property', propertyKey)) }
    const { key } = await createRow(tx, owner, now, {
      entity: 'listing',
      opId,
      changes: { listing_price, description: '', status: 'For Sale', listed_by },
      references: { property: { entity: 'property', key: propertyKey } },
      shown: { property, created_at: new Date(now).toISOString() }, // until the server's copy arrives
    })
    return key
  })
}

async function createProperty(
  tx: ReplicaTransaction,
  owner: string,
  now: number,
  { opId, facts }: HomeToShow,
): Promise<LocalKey> {
  const changes: Fields = v.parse(privatePropertySchema, { ...facts, is_private: true })
  const { key } = await createRow(tx, owner, now, { entity: 'property', opId: propertyOpId(opId), changes })
  return key
}

/** Returns the operation id for the property, derived from the listing's, so that a repeated save does not create a second property. */
function propertyOpId(opId: string): string {
  return `${opId.slice(0, -1)}${(Number.parseInt(opId.slice(-1), 16) ^ 1).toString(16)}`
}

/** Returns the agent's private property with this street, city and ZIP code, or null. There is at most one (reading R14). */
async function findPrivateProperty(database: DeviceDatabase, facts: HomeFacts): Promise<LocalKey | null> {
  const identity = propertyIdentity(facts)
  const sameStreet = await database.properties.where('address').equalsIgnoreCase(facts.address).toArray()
  const existing = sameStreet.find((one) => one.is_private === true && propertyIdentity(one) === identity)
  return existing?.key ?? null
}

/** Undoes `addHomeToShow`. Deletes the property, too, if it is private and has no other listing. */
export async function removeHomeToShow({ replica, clock, ids }: Device, key: LocalKey): Promise<void> {
  const { owner } = replica
  await replica.transact('write', async (tx) => {
    const propertyKey = (await tx.row('listing', key))?.['property_key']
    await deleteRow(tx, owner, clock.now(), { opId: ids.uuid(), entity: 'listing', key })
    if (typeof propertyKey !== 'string') return
    const property = await tx.row('property', propertyKey)
    const others = await tx.rowsReferringTo('listing', 'property', propertyKey)
    if (property?.['is_private'] !== true || others.length > 0) return
    await deleteRow(tx, owner, clock.now(), { opId: ids.uuid(), entity: 'property', key: propertyKey })
  })
}

export const listedByLabels = {
  name: 'Listing Agent',
  phone: 'Phone',
  email: 'Email',
  brokerage: 'Brokerage',
  mls_number: 'MLS Number',
  link: 'Link',
} as const satisfies Record<keyof ListedBy, string>

/** In the order of the sheet; the fields after the ZIP code are collapsed. */
export const addHomeLabels = {
  address: 'Address',
  zip_code: 'ZIP Code',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  listing_price: 'Price',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  ...listedByLabels,
} as const

export type AddHomeValues = Record<keyof typeof addHomeLabels, string>

export function blankHome(address: string): AddHomeValues {
  const names = Object.keys(addHomeLabels) as (keyof AddHomeValues)[]
  return { ...(Object.fromEntries(names.map((name) => [name, ''])) as AddHomeValues), address }
}

const { address, city, state, bedrooms, bathrooms } = privatePropertySchema.entries
const { listing_price } = wholeHomeToShowSchema.entries

/** Requires that the unit is blank: `completeHome` has moved it into the address, except when the address already has a different unit. */
export const remainingUnitSchema = v.pipe(v.string(), v.empty('The address has a different unit. Correct one of them.'))

const fields = v.object({
  address,
  unit: remainingUnitSchema,
  zip_code: enteredZipCode,
  city,
  state,
  listing_price,
  bedrooms,
  bathrooms,
  ...listedByFormSchema.entries,
})

/** Returns the form's schema. Requires a street and a ZIP code, which may both be in the address field. */
export function addHomeSchema(cityOf: ZipNames) {
  return v.pipe(
    v.unknown(),
    v.transform((typed) => completeHome(typed as AddHomeValues & TypedHome, cityOf)),
    fields,
  )
}

export type AddHomeInput = v.InferOutput<typeof fields>
