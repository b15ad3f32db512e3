import type { TourListSearch } from '#core/domain/tour-list-search.ts'
import { findTours } from '#core/domain/tour-list.ts'
import type { LocalKey, Refusal } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import { keyAt } from '#storage/key-at.ts'
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

/** The tour at an address; `undefined` while it is read, `null` when this device has none. */
export function useTour(idOrKey: string): TourRow | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(
    async () => (await database.tours.get(await keyAt(database, 'tour', idOrKey))) ?? null,
    [database, idOrKey],
  )
}

/** What the server refused of this tour's changes (fault H2); `undefined` while it is read, `null` when nothing. */
export function useTourRefusal(key: LocalKey): Refusal | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const chain = await database.outbox.where('[entity+key]').equals(['tour', key]).toArray()
    return chain.find(({ state }) => state === 'attention')?.refusal ?? null
  }, [database, key])
}
