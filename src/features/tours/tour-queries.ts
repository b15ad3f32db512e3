import { clientName } from '#core/domain/clients/client-rules.ts'
import type { TourListSearch } from '#core/domain/tours/tour-list-search.ts'
import { findTours } from '#core/domain/tours/tour-list.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { usePeople } from '#storage/reading/use-people.ts'

type ToursOnDevice = {
  /** With the name of whom each is for, where that is known. */
  tours: { tour: TourRow; client: string }[]
  /** How many there are without search and filter. */
  onDevice: number
}

/** The tours that are asked for; `undefined` until they are read. */
export function useTours(asked: TourListSearch): ToursOnDevice | undefined {
  const { database, clock } = useDevice()
  const all = useLiveQuery(() => database.tours.toArray(), [database])
  const people = usePeople()
  if (all === undefined || people === undefined) return undefined
  const nameOf = (tour: TourRow) => {
    const client = people.of(tour)
    return client === undefined ? '' : clientName(client)
  }
  const tours = findTours(all, asked, dateOfInstant(clock.now()), nameOf)
  return { tours: tours.map((tour) => ({ tour, client: nameOf(tour) })), onDevice: all.length }
}
