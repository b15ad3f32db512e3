import type { ListingForm } from '#core/contract/listing.ts'
import type { NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/property-identity.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { addRecord, changeRecord } from '#records/commands.ts'
import type { Device } from '#storage/device.ts'
import type { ListingRow, PropertyRow } from '#storage/rows.ts'
import type { PhotoRow } from './listing-row-kinds.ts'
import { addMainPhoto, deletePhoto } from './photo-commands.ts'
import type { PhotoChoice } from './photo-choice.ts'

export type NewListing = {
  /** Made when the form opens; the same one again is already done (fault A15). */
  opId: string
  property: PropertyRow
  form: ListingForm
  photo: PhotoChoice
  /** What the card shows as realtor until the server's copy arrives. */
  realtor: ListingRow['realtor']
}

/** What an earlier press on the same form has made, before its photo failed. */
export type MadeListing = { key: LocalKey; form: ListingForm }

/**
 * Makes a listing on this device, with its main photo as a record of its own. Safe to repeat: what `made` remembers of
 * an earlier try is changed to what the form says now.
 */
export async function addListing(
  device: Device,
  listing: NewListing,
  made: { current: MadeListing | null },
): Promise<LocalKey> {
  const { form, photo } = listing
  if (made.current === null) {
    made.current = { key: await makeListing(device, listing), form }
  } else {
    const { key, form: opened } = made.current
    await changeRecord(device, 'listing', { opId: device.ids.uuid(), key, opened, changes: { ...form } })
    made.current = { key, form }
  }
  const { key } = made.current
  if (photo.kind === 'picked') await addMainPhoto(device, key, photo)
  return key
}

async function makeListing(device: Device, { opId, property, form, realtor }: NewListing): Promise<LocalKey> {
  const { key } = await addRecord(device, 'listing', {
    opId,
    changes: { ...form },
    references: { property: { entity: 'property', key: property.key } },
    shown: {
      property: nestedProperty(property),
      created_at: new Date(device.clock.now()).toISOString(),
      realtor: realtor ?? null,
    },
  })
  return key
}

function nestedProperty(row: PropertyRow): Fields {
  const { key: _, ...property } = row
  return property satisfies Fields
}

type ListingChange = {
  opId: string
  listing: ListingRow
  /** What the form opened with. */
  opened: ListingForm
  form: ListingForm
  photo: PhotoChoice
  /** The main photo when the form was saved. */
  mainPhoto: PhotoRow | null
}

/** Changes a listing and its main photo on this device. Safe to repeat. */
export async function changeListing(device: Device, change: ListingChange): Promise<UpdateOutcome> {
  const { opId, listing, form, photo, mainPhoto } = change
  const { key, ...known } = listing
  // With what the form does not show, from which the listing is made again if it is gone.
  const opened = { ...known, ...change.opened }
  const outcome = await changeRecord(device, 'listing', { opId, key, opened, changes: { ...form } })
  if (outcome === 'deleted') return outcome
  if (photo.kind === 'removed' && mainPhoto !== null) await deletePhoto(device, mainPhoto)
  if (photo.kind === 'picked') {
    // One that was never sent leaves no trace; one that the office has stays among the listing's photos.
    const isSame = mainPhoto?.image_file?.blobKey === photo.file.blobKey
    if (mainPhoto !== null && mainPhoto.id === undefined && !isSame) await deletePhoto(device, mainPhoto)
    await addMainPhoto(device, key, photo)
  }
  return outcome
}

/**
 * Adds a property to the catalogue on this device and resolves to its key; when street, city and ZIP are those of a
 * property that is here already, that one is meant (reading R14).
 */
export async function addProperty(device: Device, opId: string, property: NewProperty): Promise<LocalKey> {
  const identity = propertyIdentity(property)
  const sameStreet = await device.database.properties.where('address').equalsIgnoreCase(property.address).toArray()
  const known = sameStreet.find((candidate) => propertyIdentity(candidate) === identity)
  if (known !== undefined) return known.key
  const { key } = await addRecord(device, 'property', { opId, changes: { ...property } })
  return key
}
