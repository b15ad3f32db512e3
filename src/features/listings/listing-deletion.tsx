import { useState } from 'react'
import { deletionWarning, type ListingChildren } from '#core/domain/listing-rules.ts'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { addressOf } from './listing-row-kinds.ts'

type Asking = { listing: ListingRow; children: ListingChildren }
type State = { kind: 'closed' } | ({ kind: 'asking' | 'deleting' } & Asking) | { kind: 'failed'; reason: string }

type ListingDeletionOptions = {
  /** What the alert says when this device could not delete it. */
  failure: string
  onDeleted?: () => void
}

/** Asks before a listing is deleted, says what goes with it, and offers to undo it. */
export function useListingDeletion({ failure, onDeleted }: ListingDeletionOptions) {
  const device = useDevice()
  const [state, setState] = useState<State>({ kind: 'closed' })
  const close = () => setState({ kind: 'closed' })

  async function ask(listing: ListingRow) {
    try {
      const { countChildren } = await commands()
      setState({ kind: 'asking', listing, children: await countChildren(device, listing.key) })
    } catch (error) {
      setState({ kind: 'failed', reason: storageProblem(error) })
    }
  }

  async function confirm({ listing, children }: Asking) {
    setState({ kind: 'deleting', listing, children })
    try {
      const { bringListingBack, removeListing } = await commands()
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
      setState({ kind: 'failed', reason: storageProblem(error) })
    }
  }

  const asking = state.kind === 'asking' || state.kind === 'deleting' ? state : null
  const dialog = (
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
  return { ask: (listing: ListingRow) => void ask(listing), dialog }
}

/** Loaded when a deletion is asked for: the list itself only reads. */
function commands() {
  return import('./listings-commands.ts')
}

/** The server had deleted it already, so it comes back as a new record, and its photos are gone there. */
/** The server deletes what stands below a listing with it, and only the listing itself comes back. */
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
