import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ShowingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { bringShowingBack, removeShowing } from './showings-commands.ts'

/** Deletes a showing on this device at once, and offers to take it back. */
export function useShowingDeletion(): (showing: ShowingRow) => void {
  const device = useDevice()

  async function remove(showing: ShowingRow): Promise<void> {
    try {
      const deleted = await removeShowing(device, showing.key)
      if (deleted === null) return
      notify({
        type: 'success',
        title: 'Showing Deleted',
        message: `The showing for ${showing.client_email} has been removed.`,
        // Long enough to notice a slip and reach for it.
        duration: 10_000,
        action: { label: 'Undo', run: () => void bringShowingBack(device, deleted).catch(tellFailedUndo) },
      })
    } catch (error) {
      notify({ type: 'error', title: 'Failed to delete showing. Please try again.', message: storageProblem(error) })
    }
  }
  return (showing) => void remove(showing)
}

function tellFailedUndo(error: unknown): void {
  notify({ type: 'error', title: 'The showing could not be brought back.', message: storageProblem(error) })
}
