import { clientName } from '#core/domain/clients/client-rules.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'

export function useClientDeletion(onDeleted?: () => void) {
  return useDeletion('client', {
    name: clientName,
    message: () => 'Client has been removed successfully.',
    activity: 'delete_client',
    onDeleted,
  })
}
