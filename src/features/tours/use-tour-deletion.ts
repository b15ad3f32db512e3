import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { clientNameOrEmail } from '#records/people/link-records-to-client.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { usePeople } from '#storage/reading/use-people.ts'
import { tourCancelLinks } from './tour-messages.ts'

export function useTourDeletion(onDeleted?: () => void) {
  const people = usePeople()
  return useDeletion('tour', {
    name: (tour) => `${tourTitle(tour.id)} for ${clientNameOrEmail(people?.of(tour), tour)}`,
    message: ({ id }) => `${tourTitle(id)} has been removed.`,
    links: tourCancelLinks,
    onDeleted,
  })
}
