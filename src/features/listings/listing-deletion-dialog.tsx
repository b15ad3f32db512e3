import { deletionWarning, type ListingChildren } from '#core/domain/listing-deletion.ts'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { AskedDeletion, ListingDeletionOptions, ListingDeletionState } from './listing-deletion.tsx'
import { addressOf } from './listing-row-kinds.ts'
import { bringListingBack, removeListing } from './listings-commands.ts'

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
      const deleted = await removeListing(device, listing.key)
      close()
      recordActivity('delete_listing')
      const undo = () => {
        if (deleted === null) return
        void bringListingBack(device, deleted)
          .then((way) => way === 'restored' && tellLost(listing, children))
          .catch(tellFailedUndo)
      }
      notify({
        type: 'success',
        title: 'Listing Deleted',
        message: `${addressOf(listing)} has been removed successfully.`,
        // Long enough to notice a slip and reach for it.
        duration: 10_000,
        ...(deleted === null ? {} : { action: { label: 'Undo', run: undo } }),
      })
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

/**
 * The server had deleted it already, so it comes back as a new record. What stood below it was deleted there with it,
 * and only the listing itself comes back.
 */
function tellLost(listing: ListingRow, { photos, showings, openHouses }: ListingChildren): void {
  const lost = [photos > 0 && 'photos', showings > 0 && 'showings', openHouses > 0 && 'open houses'].filter(Boolean)
  if (lost.length === 0) return
  notify({
    title: `Listing brought back without its ${lost.join(' and ')}`,
    message: `${addressOf(listing)} had been deleted on the server already. Please add them again.`,
    duration: 0,
  })
}

function tellFailedUndo(error: unknown): void {
  notify({ type: 'error', title: 'The listing could not be brought back.', message: storageProblem(error) })
}
