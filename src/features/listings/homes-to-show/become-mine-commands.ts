import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { updateRow } from '#core/sync/writing/record-change.ts'
import { failureOf } from '#records/record-words.ts'
import { tellFailure } from '#records/saving/save-toasts.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { addressOf } from '#features/listings/list/listing-row-kinds.ts'

/** Makes a home that another broker lists a listing of the agent's on this device, says so and offers to undo it. */
export async function makeMineWithUndo(device: Device, listing: ListingRow): Promise<void> {
  const before = listing.listed_by ?? null
  const isSaved = await change(device, listing, { from: before, to: null })
  if (!isSaved) return
  notify({
    type: 'success',
    title: 'Listing Updated',
    message: `${addressOf(listing)} is your listing now.`,
    duration: undoMs,
    saved: `listing ${listing.key}`,
    action: { label: 'Undo', run: () => void change(device, listing, { from: null, to: before }) },
  })
}

type Brokers = { from: Fields | null; to: Fields | null }

async function change(device: Device, listing: ListingRow, { from, to }: Brokers): Promise<boolean> {
  const { replica, clock, ids } = device
  const { key, ...known } = listing
  const opened = { ...known, listed_by: from }
  try {
    const { outcome } = await replica.transact('write', async (tx) => {
      await shareUnsentProperty(tx, device, listing.property_key, to === null)
      const update = { entity: 'listing', opId: ids.uuid(), key, opened, changes: { listed_by: to } } as const
      return updateRow(tx, replica.owner, clock.now(), update)
    })
    return outcome === 'recorded'
  } catch (error) {
    tellFailure(failureOf('listing', 'update'), error)
    return false
  }
}

/**
 * The home of a listing is in the catalog. Our server puts a private one there by itself when its listing becomes the
 * agent's; one that no server has yet is created there as part of the catalog.
 */
export async function shareUnsentProperty(
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
