import {
  describeOperation,
  fieldLabel,
  isComputedField,
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
} from '#core/sync/resolving/outbox-actions.ts'
import { moveToOtherParent, recreateParent } from '#core/sync/resolving/missing-parent.ts'
import type { Operation, Reference, AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { fieldText } from './outbox-labels.ts'
import type { OutboxItem } from './outbox-queries.ts'
import { photoOnDevice } from '#storage/photos/photo-cache.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'

/** `without-picture`: not restored, because the photo's file is not on this device and servers refuse a photo without it. */
export type RestoreOutcome = ActionOutcome | 'without-picture'

/** Sends now, without waiting for the next scheduled attempt. */
export async function retryChange(device: Device, opId: string): Promise<ActionOutcome> {
  const outcome = await retryOperation(device.replica, opId)
  useConnection.getState().syncNow()
  return outcome
}

export function decideConflict(device: Device, opId: string, choices: Record<string, Choice>): Promise<ActionOutcome> {
  return resolveConflict(device.replica, device.clock, opId, choices)
}

/** For a create that got no answer: treats the server's record `id` as the one that it created. */
export async function linkChange(device: Device, opId: string, id: number): Promise<ActionOutcome> {
  const outcome = await linkToExisting(device.replica, device.clock, opId, id)
  useConnection.getState().syncNow()
  return outcome
}

/** Deletes a record although it was changed on the server since the agent deleted it here. */
export function deleteAnyway(device: Device, opId: string): Promise<ActionOutcome> {
  // Without a choice, the agent's side counts: the deletion.
  return resolveConflict(device.replica, device.clock, opId, {})
}

/** Recreates a record that was deleted on the server; a photo only if its file is still on this device. */
export async function restoreDeleted(device: Device, { opId, entity, key }: Operation): Promise<RestoreOutcome> {
  const { replica, clock, ids } = device
  if (entity !== 'listing_image') return restore(replica, clock, opId, ids.uuid())
  const image = await pictureOf(device, key)
  return image === null ? 'without-picture' : restore(replica, clock, opId, ids.uuid(), { image })
}

/** Describes the changes that are discarded together with this one, because they depend on it (fault E6). */
export async function dependentChanges(device: Device, opId: string): Promise<OperationWords[]> {
  const dependants = await dependantsOf(device.replica, opId)
  return dependants.map((operation) => describeOperation(operation, undefined))
}

/** For an operation whose parent was deleted: moves it to another parent, and sends it. */
export async function moveChange(device: Device, opId: string, to: Reference): Promise<ActionOutcome> {
  const outcome = await moveToOtherParent(device.replica, opId, to)
  useConnection.getState().syncNow()
  return outcome
}

/** Recreates the deleted parent of an operation, and sends all operations that wait for it. */
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

/** Returns a change as text to copy, without secrets. */
export function changeAsText({ operation, words }: OutboxItem): string {
  const fields = Object.entries(operation.changes)
    .filter(([field]) => !isComputedField(operation.entity, field))
    .map(([field, value]) => `${fieldLabel(field)}: ${fieldText(operation.entity, field, value)}`)
  const answer = operation.refusal === null ? [] : [`Answer: ${operation.refusal.message}`]
  return [`${words.title}: ${words.what}`, ...fields, ...answer].join('\n')
}

/** Stores a photo's cached file for sending and returns it; null if it is not cached. */
async function pictureOf(device: Device, key: LocalKey): Promise<AttachedFile | null> {
  const { image } = (await device.database.listing_images.get(key)) ?? {}
  const cached = image === undefined ? undefined : await photoOnDevice(device.owner, image)
  if (cached === undefined) return null
  const picture = await cached.blob()
  const mediaType = cached.headers.get('content-type') ?? picture.type
  return device.saveFile(picture, { fileName: `photo.${mediaType.split('/').at(-1)}`, mediaType })
}

export function showNothingChanged(error: unknown): void {
  showFailureToast('Nothing was changed.', error)
}
