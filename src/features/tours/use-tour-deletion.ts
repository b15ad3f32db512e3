import { clientName } from '#core/domain/client-rules.ts'
import { tourTitle } from '#core/domain/tour-words.ts'
import { useDeletion } from '#records/use-deletion.tsx'
import { usePeople } from '#storage/use-people.ts'

export function useTourDeletion(onDeleted?: () => void) {
  const people = usePeople()
  return useDeletion('tour', {
    name: (tour) => {
      const client = people?.of(tour)
      return `${tourTitle(tour.id)} for ${client === undefined ? tour.client_email : clientName(client)}`
    },
    message: ({ id }) => `${tourTitle(id)} has been removed.`,
    onDeleted,
  })
}
