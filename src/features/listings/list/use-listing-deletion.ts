import { useDeletion } from '#records/saving/use-deletion.tsx'
import { addressOf } from './listing-row-kinds.ts'

/** `failure` heads the dialog that says that this device could not delete it. */
export function useListingDeletion(failure: string, onDeleted?: () => void) {
  return useDeletion('listing', {
    name: addressOf,
    also: async (...about) => (await goingAlong()).warningOf(...about),
    along: async (...about) => (await goingAlong()).homeThatGoes(...about),
    message: (listing) => `${addressOf(listing)} has been removed successfully.`,
    alert: failure,
    activity: 'delete_listing',
    onDeleted,
  })
}

/** A list only reads; this is fetched when a deletion is asked for. */
const goingAlong = () => import('./home-that-goes.ts')
