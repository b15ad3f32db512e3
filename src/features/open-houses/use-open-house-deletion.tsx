import { type ReactNode, useState } from 'react'
import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import { storageProblem } from '#storage/storage-problem.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { OpenHouseWithVisitors } from './open-houses-queries.ts'

type OpenHouseDeletion = {
  ask: (openHouse: OpenHouseWithVisitors) => void
  /** Place it anywhere in the view; it shows itself when asked. */
  dialog: ReactNode
}

/** Deletes an open house on this device and offers to take it back; asks first when visitors would go with it. */
export function useOpenHouseDeletion(): OpenHouseDeletion {
  const device = useDevice()
  const [asked, setAsked] = useState<OpenHouseWithVisitors | null>(null)

  async function remove({ openHouse }: OpenHouseWithVisitors): Promise<void> {
    setAsked(null)
    try {
      await deleteWithUndo(device, {
        entity: 'open_house',
        key: openHouse.key,
        title: 'Open House Deleted',
        message: 'The open house has been removed.',
      })
    } catch (error) {
      notify({ type: 'error', title: 'Failed to delete open house. Please try again.', message: storageProblem(error) })
    }
  }

  function ask(openHouse: OpenHouseWithVisitors) {
    if (openHouse.visitors.length === 0) void remove(openHouse)
    else setAsked(openHouse)
  }

  return {
    ask,
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title="Are you sure you want to delete this open house?"
        onCancel={() => setAsked(null)}
        onConfirm={() => asked !== null && void remove(asked)}
      >
        {asked !== null && <p>{warning(asked.visitors.length)}</p>}
      </ConfirmDialog>
    ),
  }
}

function warning(visitorCount: number): string {
  return visitorCount === 1 ? 'Its visitor will be deleted too.' : `Its ${visitorCount} visitors will be deleted too.`
}
