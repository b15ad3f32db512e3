import { deletionWarning, type ListingChildren } from '#core/domain/listing-deletion.ts'
import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { recordActivity } from '#state/recent-activity.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { addressOf } from './listing-row-kinds.ts'

/** What is asked about. */
type AskedDeletion = { listing: ListingRow; children: ListingChildren }

export type ListingDeletionState =
  | { kind: 'closed' }
  | ({ kind: 'asking' | 'deleting' } & AskedDeletion)
  | { kind: 'failed'; reason: string }

export type ListingDeletionOptions = {
  /** What the alert says when this device could not delete it. */
  failure: string
  onDeleted?: () => void
}

type ListingDeletionDialogProps = ListingDeletionOptions & {
  state: ListingDeletionState
  onState: (state: ListingDeletionState) => void
}

/** The question, the deletion, and what is said when it did not work. */
export function ListingDeletionDialog({ state, onState, failure, onDeleted }: ListingDeletionDialogProps) {
  const device = useDevice()
  const close = () => onState({ kind: 'closed' })

  async function confirm({ listing, children }: AskedDeletion) {
    onState({ kind: 'deleting', listing, children })
    try {
      await deleteWithUndo(device, {
        entity: 'listing',
        key: listing.key,
        title: 'Listing Deleted',
        message: `${addressOf(listing)} has been removed successfully.`,
      })
      close()
      recordActivity('delete_listing')
      onDeleted?.()
    } catch (error) {
      onState({ kind: 'failed', reason: storageProblem(error) })
    }
  }

  const asking = state.kind === 'asking' || state.kind === 'deleting' ? state : null
  return (
    <>
      <ConfirmDialog
        open={asking !== null}
        title="Are you sure you want to delete this listing?"
        busy={state.kind === 'deleting'}
        onConfirm={() => asking !== null && void confirm(asking)}
        onCancel={close}
      >
        {asking !== null && (
          <p>
            {addressOf(asking.listing)}. {deletionWarning(asking.children)}
          </p>
        )}
      </ConfirmDialog>
      <AlertDialog open={state.kind === 'failed'} title={failure} onClose={close}>
        {state.kind === 'failed' && <p>{state.reason === '' ? 'Nothing was changed.' : state.reason}</p>}
      </AlertDialog>
    </>
  )
}
