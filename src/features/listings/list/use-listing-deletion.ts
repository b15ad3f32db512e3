import { useDeletion } from '#records/saving/use-deletion.tsx'
import { addressOf } from './listing-row-kinds.ts'

/** Deletes a listing after a warning. `failure` is the title of the alert if the deletion fails. */
export function useListingDeletion(failure: string, onDeleted?: () => void) {
  return useDeletion('listing', {
    name: addressOf,
    extraSentence: async (...args) => (await loadRecordsDeletedWith()).deletionWarning(...args),
    deletedWith: async (...args) => (await loadRecordsDeletedWith()).recordsDeletedWith(...args),
    message: (listing) => `${addressOf(listing)} has been removed successfully.`,
    failureDialogTitle: failure,
    activity: 'delete_listing',
    onDeleted,
  })
}

const loadRecordsDeletedWith = () => import('./records-deleted-with.ts')
