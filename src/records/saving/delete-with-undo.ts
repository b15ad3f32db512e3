import { type DeletedRecord, deleteRow, undoMs } from '#core/sync/writing/delete-record.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import { endUndo, extendUndo, undoDelete } from '#core/sync/writing/undo-delete.ts'
import { dismissNotification, type NotificationLink, notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { type Children, formatChildren, countChildren, lostChildren } from './children.ts'
import { kindNameAsHeading } from '#records/record-labels.ts'
import { showFailureToast } from './save-with-undo.ts'

type Deletion = {
  entity: EntityName
  key: LocalKey
  message: string
  /** The record's child records, which are deleted too. */
  children: Children
  /** Other records that are deleted, and restored, together with the record. */
  deletedTogether?: readonly Reference[] | undefined
  /** Title and links of the notification, which also shows `message`. */
  title: string
  links: readonly NotificationLink[]
}

/** Ids of the notifications that offer to undo a deletion. */
const offers = new Set<string>()

/** Deletes a record on this device; the deletion is sent when the offer to undo it ends. Returns false if this device has no such record. */
export async function deleteWithUndo(device: Device, deletion: Deletion): Promise<boolean> {
  const { entity, key, message, children, links, deletedTogether = [], title } = deletion
  const { replica, clock, ids, onlineOnly } = device
  const deletions = [{ entity, key }, ...deletedTogether].map((one) => ({
    entity: one.entity,
    key: one.key,
    opId: ids.uuid(),
  }))
  // Where the browser refuses storage, a deletion is sent at once: it counts only once the server has it.
  const waitsMs = onlineOnly === null ? undoMs : 0
  const [deleted, ...others] = await replica.transact('write', async (tx) => {
    const all: (DeletedRecord | null)[] = []
    // oxlint-disable-next-line no-await-in-loop -- in one transaction, the record first
    for (const one of deletions) all.push(await deleteRow(tx, replica.owner, clock.now(), { ...one, undoMs: waitsMs }))
    return all
  })
  if (!deleted) return false
  if (onlineOnly !== null) {
    notify({ type: 'success', title, message, links })
    return true
  }

  const id = notify({
    type: 'success',
    title,
    message,
    links,
    duration: undoMs,
    action: { label: 'Undo', run: () => void undo(device, deleted, others, children) },
    // While the notification is hovered or focused, the deletion waits longer.
    onHold: () => {
      for (const { opId } of deletions) void extendUndo(replica, clock, opId).catch(() => {})
    },
  })
  offers.add(id)
  return true
}

async function undo(
  { replica, database }: Device,
  deleted: DeletedRecord,
  others: readonly (DeletedRecord | null)[],
  children: Children,
): Promise<void> {
  const { entity, key } = deleted
  const title = `The ${kinds[entity].nameOnScreen} could not be brought back.`
  try {
    // In reverse order: a record may refer to one that was deleted after it, which must exist first.
    // oxlint-disable-next-line no-await-in-loop -- in this order
    for (const other of others.toReversed()) if (other !== null) await undoDelete(replica, other)
    const outcome = await undoDelete(replica, deleted)
    if (outcome === 'too-late') notify({ type: 'error', title, message: 'It has been deleted on the server already.' })
    else notifyOfLostChildren(entity, lostChildren(await countChildren(database, entity, key), children))
  } catch (error) {
    showFailureToast(title, error)
  }
}

/** Notifies the agent that *Undo* restored the record without these children, because the server has deleted them. */
function notifyOfLostChildren(entity: EntityName, children: Children): void {
  const lost = formatChildren(children)
  if (lost === null) return
  notify({
    title: `${kindNameAsHeading(entity)} brought back without ${lost}`,
    message: 'The server has deleted what is missing.',
    duration: undoMs,
  })
}

/** Ends all offers to undo, so that the deletions are sent with all other operations. */
export async function sendDeletionsNow({ replica }: Device): Promise<void> {
  for (const id of offers) dismissNotification(id)
  offers.clear()
  await endUndo(replica)
}
