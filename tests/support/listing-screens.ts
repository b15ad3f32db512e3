import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Property } from '#core/contract/property.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingImageRow, ListingRow } from '#storage/database/rows.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import { listingRow, type ListingWishes } from './listing-row.ts'
import { type Agent, openScreens } from './workspace-screens.tsx'

/** A desktop window without a network. On phones, bars at the end of the page would catch a test's clicks. */
export async function sitAtADesk(): Promise<void> {
  await page.viewport(1280, 900)
  useConnection.setState({ ...useConnection.getInitialState(), state: 'offline' })
}

export function open(agent: Agent, address: string) {
  return openScreens(agent, address)
}

export const riverOak = {
  id: 901,
  address: '5709 River Oak Way',
  city: 'Carmichael',
  state: 'CA',
  zip_code: '95608',
  bedrooms: 4,
  bathrooms: 2,
  square_feet: 2222,
  lot_size: null,
  year_built: 1978,
  garage_spaces: 2,
  price: 582_000,
  property_type: 'Residential',
  latitude: null,
  longitude: null,
  location_source: null,
} satisfies Property

export async function aProperty(device: Device, wishes: Partial<Property> = {}): Promise<void> {
  const property = { ...riverOak, ...wishes }
  await device.database.properties.put({ key: String(property.id), ...property })
}

/** A listing row as a pull stores it, with a complete property; a higher id is newer. */
export function knownListingRow(id: number, { property, ...wishes }: ListingWishes = {}): ListingRow {
  return listingRow({
    key: String(id),
    id,
    created_at: new Date(Date.UTC(2026, 9, 1, 0, id)).toISOString(),
    realtor: { name: 'Maya Torres', email: 'maya@torreshomes.example', phone: '(916) 555-0142' },
    property_key: '901',
    ...wishes,
    property: { ...riverOak, ...property },
  })
}

export async function aListing(device: Device, id: number, wishes: ListingWishes = {}): Promise<void> {
  await device.database.listings.put(knownListingRow(id, wishes))
}

export async function aSavedPhoto(device: Device, id: number, listingKey: string, image: string): Promise<void> {
  const photo: ListingImageRow = { key: String(id), id, listing_key: listingKey, image, caption: '', is_primary: true }
  await device.database.listing_images.put(photo)
}

export const card = (address: string) => page.getByRole('article', { name: address })
export const cards = () =>
  page
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h2')?.textContent)
export const heading = (name: string) => page.getByRole('heading', { level: 1, name })
export const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

/** Polls as long as `expect.element` does, enough for a busy machine. */
export function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 15_000 })
}

export async function aPhoto(name: string, { width = 64, height = 40 } = {}): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  if (blob === null) throw new Error('The test could not draw a photo.')
  return new File([blob], name, { type })
}

/** Makes the next photo fail to save, once, as on a full device. */
export function fullAtTheNextPhoto({ replica }: Device): void {
  const { transact } = replica
  let isFull = true
  const full: typeof transact = (mode, work) =>
    transact(mode, (tx) =>
      work({
        ...tx,
        addOperation: (operation) => {
          if (!isFull || operation.entity !== 'listing_image') return tx.addOperation(operation)
          isFull = false
          return Promise.reject(new StorageError('full'))
        },
      }),
    )
  Object.assign(replica, { transact: full })
}
