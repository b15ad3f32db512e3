import {
  describeOperation,
  fieldWords,
  isWorkedOut,
  type OperationWords,
} from '#core/sync/records/describe-operation.ts'
import {
  dependantsOf,
  discardOperation,
  linkToExisting,
  resolveConflict,
  restoreDeleted as restore,
  retryOperation,
  type ActionOutcome,
  type Choice,
} from '#core/sync/deciding/outbox-actions.ts'
import { moveWork, recreateParent } from '#core/sync/deciding/missing-parent.ts'
import type { Operation, Reference, AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { fieldText } from './outbox-labels.ts'
import type { OutboxItem } from './outbox-queries.ts'
import { photoOnDevice } from '#storage/photos/photo-cache.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'

/** `without-picture`: nothing was done, because no server takes a photo without one. */
export type RestoreOutcome = ActionOutcome | 'without-picture'

/** Tries now, whatever was planned. */
export async function retryChange(device: Device, opId: string): Promise<ActionOutcome> {
  const outcome = await retryOperation(device.replica, opId)
  useConnection.getState().syncNow()
  return outcome
}

export function decideConflict(device: Device, opId: string, choices: Record<string, Choice>): Promise<ActionOutcome> {
  return resolveConflict(device.replica, device.clock, opId, choices)
}

/** Says that a change whose answer was lost has made the server's record `id`. */
export async function linkChange(device: Device, opId: string, id: number): Promise<ActionOutcome> {
  const outcome = await linkToExisting(device.replica, device.clock, opId, id)
  // What waited for it can go.
  useConnection.getState().syncNow()
  return outcome
}

/** The deletion stands, although the record was changed on the server meanwhile. */
export function deleteAnyway(device: Device, opId: string): Promise<ActionOutcome> {
  return resolveConflict(device.replica, device.clock, opId, {})
}

/** Makes a record that was deleted on the server anew, with the agent's changes in it; a photo only with its picture. */
export async function restoreDeleted(device: Device, { opId, entity, key }: Operation): Promise<RestoreOutcome> {
  const { replica, clock, ids } = device
  if (entity !== 'listing_image') return restore(replica, clock, opId, ids.uuid())
  const image = await pictureOf(device, key)
  return image === null ? 'without-picture' : restore(replica, clock, opId, ids.uuid(), { image })
}

/** What goes with a change when it is discarded, because it belongs to a record that will never be (fault E6). */
export async function whatGoesWith(device: Device, opId: string): Promise<OperationWords[]> {
  const dependants = await dependantsOf(device.replica, opId)
  return dependants.map((operation) => describeOperation(operation, undefined))
}

/** Gives work whose listing or open house was deleted another place, and sends it. */
export async function moveChange(device: Device, opId: string, to: Reference): Promise<ActionOutcome> {
  const outcome = await moveWork(device.replica, opId, to)
  useConnection.getState().syncNow()
  return outcome
}

/** Makes the listing or the open house again that this work belongs to, and sends all the work that waits for it. */
export async function recreateParentOf(device: Device, opId: string): Promise<ActionOutcome> {
  const outcome = await recreateParent(device.replica, device.clock, opId, device.ids)
  useConnection.getState().syncNow()
  return outcome
}

export function discardChange(device: Device, opId: string): Promise<ActionOutcome> {
  return discardOperation(device.replica, device.clock, opId)
}

export async function discardUnreadable(device: Device, found: UnreadableOperation): Promise<ActionOutcome> {
  if (found.number !== undefined) await device.database.attention.delete(found.number)
  return 'done'
}

/** A change as text, for a message to the office or a note; without codes. */
export function changeAsText({ operation, words }: OutboxItem): string {
  const fields = Object.entries(operation.changes)
    .filter(([field]) => !isWorkedOut(operation.entity, field))
    .map(([field, value]) => `${fieldWords(field)}: ${fieldText(operation.entity, field, value)}`)
  const said = operation.refusal === null ? [] : [`Answer: ${operation.refusal.message}`]
  return [`${words.title}: ${words.what}`, ...fields, ...said].join('\n')
}

/** The picture of a photo of the server as this device has seen it, kept to be sent; null where it has none. */
async function pictureOf(device: Device, key: LocalKey): Promise<AttachedFile | null> {
  const { image } = (await device.database.listing_images.get(key)) ?? {}
  const seen = image === undefined ? undefined : await photoOnDevice(device.owner, image)
  if (seen === undefined) return null
  const picture = await seen.blob()
  const mediaType = seen.headers.get('content-type') ?? picture.type
  return device.saveFile(picture, { fileName: `photo.${mediaType.split('/').at(-1)}`, mediaType })
}

/** What the desk says when this device could not do what was pressed. */
export function nothingChanged(error: unknown): void {
  showFailureToast('Nothing was changed.', error)
}
