import { lazy, Suspense, useState } from 'react'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import type { ListingDeletionOptions, ListingDeletionState } from './listing-deletion-dialog.tsx'

/** Asks before a listing is deleted, says what goes with it, and offers to undo it. */
export function useListingDeletion(options: ListingDeletionOptions) {
  const device = useDevice()
  const [state, setState] = useState<ListingDeletionState>({ kind: 'closed' })
  const [wasAsked, setWasAsked] = useState(false)

  async function ask(listing: ListingRow) {
    setWasAsked(true)
    try {
      const { countChildren } = await import('./listings-commands.ts')
      setState({ kind: 'asking', listing, children: await countChildren(device, listing.key) })
    } catch (error) {
      setState({ kind: 'failed', reason: storageProblem(error) })
    }
  }

  const dialog = wasAsked && (
    <Suspense>
      <ListingDeletionDialog {...options} state={state} onState={setState} />
    </Suspense>
  )
  return { ask: (listing: ListingRow) => void ask(listing), dialog }
}

/** Loaded when a deletion is asked for, or ahead of that in a quiet moment: the list itself only reads. */
const ListingDeletionDialog = lazy(() =>
  import('./listing-deletion-dialog.tsx').then((module) => ({ default: module.ListingDeletionDialog })),
)
