import { visitorName } from '#core/domain/visitor-as-client.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import type { OpenHouseVisitRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { bringBack, removeFromOpenHouses } from './open-houses-commands.ts'

/** Takes somebody off an open house's list on this device, and offers to take that back. */
export async function deleteVisitor(device: Device, visitor: OpenHouseVisitRow): Promise<void> {
  try {
    const deleted = await removeFromOpenHouses(device, 'open_house_visit', visitor.key)
    if (deleted === null) return
    notify({
      type: 'success',
      title: 'Visitor Deleted',
      message: `${visitorName(visitor)} has been removed.`,
      // Long enough to notice a slip and reach for it.
      duration: 10_000,
      action: { label: 'Undo', run: () => void bringBack(device, deleted).catch(tellFailedUndo) },
    })
  } catch (error) {
    notify({ type: 'error', title: 'Failed to delete visitor. Please try again.', message: storageProblem(error) })
  }
}

function tellFailedUndo(error: unknown): void {
  notify({ type: 'error', title: 'The visitor could not be brought back.', message: storageProblem(error) })
}
