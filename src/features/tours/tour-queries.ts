import type { TourListSearch } from '#core/domain/tour-list-search.ts'
import { findTours } from '#core/domain/tour-list.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

type ToursOnDevice = {
  tours: TourRow[]
  /** How many there are without search and filter. */
  onDevice: number
}

/** The tours that are asked for; `undefined` until they are read. */
export function useTours(asked: TourListSearch): ToursOnDevice | undefined {
  const { database } = useDevice()
  const all = useLiveQuery(() => database.tours.toArray(), [database])
  return all && { tours: findTours(all, asked), onDevice: all.length }
}
