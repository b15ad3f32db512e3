import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ShowingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'

/** Deletes a showing on this device at once, and offers to take it back. */
export function useShowingDeletion(): (showing: ShowingRow) => void {
  const device = useDevice()

  async function remove(showing: ShowingRow): Promise<void> {
    try {
      await deleteWithUndo(device, {
        entity: 'showing',
        key: showing.key,
        title: 'Showing Deleted',
        message: `The showing for ${showing.client_email} has been removed.`,
      })
    } catch (error) {
      notify({ type: 'error', title: 'Failed to delete showing. Please try again.', message: storageProblem(error) })
    }
  }
  return (showing) => void remove(showing)
}
