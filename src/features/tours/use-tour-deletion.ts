import { tourTitle } from '#core/domain/tour-words.ts'
import { useDeletion } from '#records/use-deletion.tsx'

export function useTourDeletion(onDeleted?: () => void) {
  return useDeletion('tour', {
    name: ({ id, client_email }) => `${tourTitle(id)} for ${client_email}`,
    message: ({ id }) => `${tourTitle(id)} has been removed.`,
    onDeleted,
  })
}
