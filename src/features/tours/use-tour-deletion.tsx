import { type ReactNode, useState } from 'react'
import { tourTitle } from '#core/domain/tour-words.ts'
import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type TourDeletion = {
  ask: (tour: TourRow) => void
  /** Place it anywhere in the view; it shows itself when asked. */
  dialog: ReactNode
}

/** Asks before a tour is deleted, deletes on this device, and offers to take it back. */
export function useTourDeletion(onDeleted?: () => void): TourDeletion {
  const device = useDevice()
  const [asked, setAsked] = useState<TourRow | null>(null)

  async function remove(tour: TourRow): Promise<void> {
    setAsked(null)
    try {
      const wasThere = await deleteWithUndo(device, {
        entity: 'tour',
        key: tour.key,
        title: 'Tour Deleted',
        message: `${tourTitle(tour.id)} has been removed.`,
      })
      if (wasThere) onDeleted?.()
    } catch (error) {
      notify({ type: 'error', title: 'Failed to delete tour. Please try again.', message: storageProblem(error) })
    }
  }

  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title="Are you sure you want to delete this tour?"
        onCancel={() => setAsked(null)}
        onConfirm={() => asked !== null && void remove(asked)}
      >
        {asked !== null && (
          <p>
            {tourTitle(asked.id)} for {asked.client_email} is removed from this device now, and from the server when the
            deletion is sent.
          </p>
        )}
      </ConfirmDialog>
    ),
  }
}
