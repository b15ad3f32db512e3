import type { LocalKey } from '#core/sync/operation.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { tellFailure } from '#records/saving/tell-failure.ts'
import { removeHomeToShow } from './add-home-to-show.ts'

/** What was done with a home that was added; `message` says so in place of the usual words. */
export type HomeUse = { message?: string; undo: () => unknown }

/** Uses a home that was added, or that was there already. */
export type OnHomeAdded = (listing: ListingRow) => HomeUse | void | Promise<HomeUse | void>

/** Hands a home over to what it was added for, says so and offers to undo both. What fails is said, never thrown. */
export async function passOnHome(
  device: Device,
  { key, isNew, onAdded }: { key: LocalKey; isNew: boolean; onAdded: OnHomeAdded },
): Promise<void> {
  try {
    const listing = await device.database.listings.get(key)
    if (listing === undefined) return
    const use = await onAdded(listing)
    const message = use?.message ?? (isNew ? `${listing.property.address} is in Homes I show.` : undefined)
    if (message === undefined) return
    const action = { label: 'Undo', run: () => void takeBack(device, { key, isNew, use: use ?? null }) }
    // Several homes are often added one after the other: their messages would cover what is opened next.
    const saved = `listing ${key}`
    notify({ type: 'success', title: 'Home Added', message, duration: undoMs, action, topic: 'home-added', saved })
  } catch (error) {
    tellFailure('Failed to add the home.', error)
  }
}

type Added = { key: LocalKey; isNew: boolean; use: HomeUse | null }

async function takeBack(device: Device, { key, isNew, use }: Added): Promise<void> {
  try {
    await use?.undo()
    if (isNew) await removeHomeToShow(device, key)
  } catch (error) {
    tellFailure('Couldn’t undo adding the home.', error)
  }
}
