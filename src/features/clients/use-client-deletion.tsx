import { useState } from 'react'
import type { ReactNode } from 'react'
import { clientName } from '#core/domain/client-rules.ts'
import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ClientRow } from '#storage/rows.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { storageProblem } from '#storage/storage-problem.ts'

type ClientDeletion = {
  ask: (client: ClientRow) => void
  /** Place it anywhere in the view; it shows itself when asked. */
  dialog: ReactNode
}

/** Asks before a client is deleted, deletes on this device, and offers to take it back. */
export function useClientDeletion(onDeleted?: () => void): ClientDeletion {
  const device = useDevice()
  const [asked, setAsked] = useState<ClientRow | null>(null)

  async function remove(client: ClientRow): Promise<void> {
    setAsked(null)
    try {
      const wasThere = await deleteWithUndo(device, {
        entity: 'client',
        key: client.key,
        title: 'Client Deleted',
        message: 'Client has been removed successfully.',
      })
      if (!wasThere) return
      recordActivity('delete_client')
      onDeleted?.()
    } catch (error) {
      notify({ type: 'error', title: 'Failed to delete client. Please try again.', message: storageProblem(error) })
    }
  }

  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title="Are you sure you want to delete this client?"
        onCancel={() => setAsked(null)}
        onConfirm={() => asked !== null && void remove(asked)}
      >
        {asked !== null && (
          <p>{clientName(asked)} is removed from this device now, and from the server when the deletion is sent.</p>
        )}
      </ConfirmDialog>
    ),
  }
}
