import { clientName } from '#core/domain/client-rules.ts'
import { useDeletion } from '#records/use-deletion.tsx'
import { recordActivity } from '#state/recent-activity.ts'

export function useClientDeletion(onDeleted?: () => void) {
  return useDeletion('client', {
    name: clientName,
    message: () => 'Client has been removed successfully.',
    onDeleted: () => {
      recordActivity('delete_client')
      onDeleted?.()
    },
  })
}
