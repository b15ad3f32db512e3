import { type AvailableOn, availableOnFact } from '#core/sync/fact-names.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useFetchedAvailability } from '#state/visit-loads.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** The listings that a plain server offers for a tour on this date; null where it was not asked, and all of them count. */
export function useOfferedKeys(date: string): ReadonlySet<LocalKey> | null {
  const { database } = useDevice()
  useFetchedAvailability(date)
  const keys = useLiveQuery(async () => {
    const asked = (await database.facts.get(availableOnFact))?.value as AvailableOn | undefined
    return asked?.date === date ? new Set(asked.keys) : null
  }, [database, date])
  return keys ?? null
}
