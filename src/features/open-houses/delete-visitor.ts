import { visitorName } from '#core/domain/visitor-as-client.ts'
import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import type { OpenHouseVisitRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'

/** Takes somebody off an open house's list on this device, and offers to take that back. */
export async function deleteVisitor(device: Device, visitor: OpenHouseVisitRow): Promise<void> {
  try {
    await deleteWithUndo(device, {
      entity: 'open_house_visit',
      key: visitor.key,
      title: 'Visitor Deleted',
      message: `${visitorName(visitor)} has been removed.`,
    })
  } catch (error) {
    notify({ type: 'error', title: 'Failed to delete visitor. Please try again.', message: storageProblem(error) })
  }
}
