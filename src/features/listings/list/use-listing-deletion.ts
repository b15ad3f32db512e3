import { useDeletion } from '#records/saving/use-deletion.tsx'
import { addressOf } from './listing-row-kinds.ts'

/** Deletes a listing after a warning. `failure` is the title of the alert if the deletion fails. */
export function useListingDeletion(failure: string, onDeleted?: () => void) {
  return useDeletion('listing', {
    name: addressOf,
    extraSentence: async (...about) => (await loadRecordsDeletedWith()).deletionWarning(...about),
    deletedWith: async (...about) => (await loadRecordsDeletedWith()).recordsDeletedWith(...about),
    message: (listing) => `${addressOf(listing)} has been removed successfully.`,
    failureDialogTitle: failure,
    activity: 'delete_listing',
    onDeleted,
  })
}

const loadRecordsDeletedWith = () => import('./records-deleted-with.ts')
