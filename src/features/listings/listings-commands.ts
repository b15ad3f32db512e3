import type { ListingForm } from '#core/contract/listing.ts'
import type { NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { deleteRow, undoMs } from '#core/sync/writing/delete-record.ts'
import { createRow } from '#core/sync/writing/create-record.ts'
import { type UpdateOutcome, updateRow } from '#core/sync/writing/update-record.ts'
import { addRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingRow, PropertyRow } from '#storage/database/rows.ts'
import { addressOf, type PhotoRow } from './list/listing-row-kinds.ts'
import { pickedMainPhoto, type PhotoChoice } from './photos/photo-choice.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'

export type NewListing = {
  /** Created when the form opens; a second save with the same id has no effect (fault A15). */
  opId: string
  property: PropertyRow
  form: ListingForm
  photo: PhotoChoice
  /** Shown until the server's copy arrives. */
  realtor: ListingRow['realtor']
}

/** Adds a listing and its main photo on this device, in one transaction. Safe to repeat. */
export async function addListing({ replica, clock }: Device, listing: NewListing): Promise<LocalKey> {
  const { opId, property, form, photo, realtor } = listing
  const { owner } = replica
  const now = clock.now()
  return replica.transact('write', async (tx) => {
    const { key } = await createRow(tx, owner, now, {
      entity: 'listing',
      opId,
      changes: { ...form },
      references: { property: { entity: 'property', key: property.key } },
      shown: {
        property: nestedProperty(property),
        created_at: new Date(now).toISOString(),
        realtor: realtor ?? null,
      },
    })
    if (photo.kind === 'picked') await createRow(tx, owner, now, pickedMainPhoto(key, photo))
    return key
  })
}

function nestedProperty(row: PropertyRow): Fields {
  const { key: _, ...property } = row
  return property satisfies Fields
}

type ListingChange = {
  opId: string
  listing: ListingRow
  opened: ListingForm
  form: ListingForm
  photo: PhotoChoice
  /** Turns another broker's home into the agent's listing. */
  becomesMine?: boolean
  /** The main photo when the form was saved. */
  mainPhoto: PhotoRow | null
}

/** Changes a listing and its main photo on this device, in one transaction. Safe to repeat. */
export async function changeListing(device: Device, change: ListingChange): Promise<UpdateOutcome> {
  const { replica, clock, ids } = device
  const { opId, listing, form, photo, mainPhoto, becomesMine = false } = change
  const { owner } = replica
  const now = clock.now()
  const { key, ...known } = listing
  // Includes the fields that the form does not show, so that the agent can restore the listing if it was deleted elsewhere.
  const opened = { ...known, ...change.opened }
  return replica.transact('write', async (tx) => {
    if (becomesMine) await setUnsentPropertyShared(tx, device, listing.property_key, true)
    const changes = { ...form, ...(becomesMine && { listed_by: null }) }
    const edit = { entity: 'listing', opId, key, opened, changes } as const
    const { outcome } = await updateRow(tx, owner, now, edit)
    if (outcome === 'deleted') return outcome
    const unwanted = photo.kind === 'removed' ? photo.key || mainPhoto?.key : unsentPhotoReplacedBy(photo, mainPhoto)
    if (unwanted !== undefined)
      await deleteRow(tx, owner, now, { opId: ids.uuid(), entity: 'listing_image', key: unwanted })
    if (photo.kind === 'picked') await createRow(tx, owner, now, pickedMainPhoto(key, photo))
    return outcome
  })
}

/** Returns the key of the main photo if a picked photo replaces it. A main photo that the server has stays among the listing's photos. */
function unsentPhotoReplacedBy(photo: PhotoChoice, main: PhotoRow | null): LocalKey | undefined {
  if (photo.kind !== 'picked' || main === null || main.id !== undefined) return undefined
  // If the same form is saved again, the main photo is the picked one.
  return main.image_file?.blobKey === photo.file.blobKey ? undefined : main.key
}

/** Adds a property on this device, or returns the catalog's with the same street, city and ZIP (reading R14). */
export async function addProperty(device: Device, opId: string, property: NewProperty): Promise<LocalKey> {
  const identity = propertyIdentity(property)
  const sameStreet = await device.database.properties.where('address').equalsIgnoreCase(property.address).toArray()
  const known = sameStreet.find(
    (candidate) => candidate.is_private !== true && propertyIdentity(candidate) === identity,
  )
  if (known !== undefined) return known.key
  const { key } = await addRecord(device, 'property', { opId, changes: { ...property } })
  return key
}

/** Turns another broker's home into the agent's own listing, and offers to undo it. */
export async function makeMineWithUndo(device: Device, listing: ListingRow): Promise<void> {
  const before = listing.listed_by ?? null
  const isSaved = await changeBroker(device, listing, { from: before, to: null })
  if (!isSaved) return
  notify({
    type: 'success',
    title: 'Listing Updated',
    message: `${addressOf(listing)} is your listing now.`,
    duration: undoMs,
    saved: `listing ${listing.key}`,
    action: { label: 'Undo', run: () => void changeBroker(device, listing, { from: null, to: before }) },
  })
}

/** `listed_by` before and after the change; null for the agent's own listing. */
type Brokers = { from: Fields | null; to: Fields | null }

async function changeBroker(device: Device, listing: ListingRow, { from, to }: Brokers): Promise<boolean> {
  const { replica, clock, ids } = device
  const { key, ...known } = listing
  const opened = { ...known, listed_by: from }
  try {
    const { outcome } = await replica.transact('write', async (tx) => {
      await setUnsentPropertyShared(tx, device, listing.property_key, to === null)
      const update = { entity: 'listing', opId: ids.uuid(), key, opened, changes: { listed_by: to } } as const
      return updateRow(tx, replica.owner, clock.now(), update)
    })
    return outcome === 'recorded'
  } catch (error) {
    showFailureToast(failureMessageOf('listing', 'update'), error)
    return false
  }
}

/** Makes an unsent property shared or private. If the server has the property, the server does this when it receives the listing. */
async function setUnsentPropertyShared(
  tx: ReplicaTransaction,
  { replica, clock, ids }: Device,
  key: LocalKey | undefined,
  isShared: boolean,
): Promise<void> {
  const property = key === undefined ? undefined : await tx.row('property', key)
  if (property === undefined || property.id !== undefined || property['is_private'] === undefined) return
  const opened = { is_private: property['is_private'] }
  const update = { entity: 'property', opId: ids.uuid(), key: property.key, opened } as const
  await updateRow(tx, replica.owner, clock.now(), { ...update, changes: { is_private: !isShared } })
}
