import { RecordNotFound } from '#records/states/record-not-found.tsx'
import { useSyncExternalStore } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useLastSeen } from '#records/use-record.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'
import type { ListingRow, OpenHouseRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

export function OpenHouseNotFound() {
  return (
    <RecordNotFound
      entity="open_house"
      failure="Failed to load open houses. Please try again."
      to="/dashboard"
      place="Back to Dashboard"
    />
  )
}

export type KioskHouse = { openHouse: OpenHouseRow; listing: ListingRow | null }

/** Returns an open house with its listing; null if the open house is not on this device. If it is deleted while shown, returns the last copy. */
export function useKioskHouse(idOrKey: string): KioskHouse | null | undefined {
  const { database } = useDevice()
  const found = useLiveQuery(async (): Promise<KioskHouse | null> => {
    const openHouse = await database.open_houses.get(await resolveLocalKey(database, 'open_house', idOrKey))
    if (openHouse === undefined) return null
    return { openHouse, listing: (await database.listings.get(openHouse.listing_key)) ?? null }
  }, [database, idOrKey])
  return useLastSeen(found, idOrKey)
}

/** Counts visitors that are not sent yet, and those of them that need attention. Reads only keys, because visitors' data is private on a kiosk. */
export function useVisitorCounts(openHouseKey: LocalKey): { waiting: number; needsAgent: number } {
  const { database, marks } = useDevice()
  const keys = useLiveQuery(
    () => database.open_house_visits.where('open_house_key').equals(openHouseKey).primaryKeys(),
    [database, openHouseKey],
  )
  const countOf = (isCounted: (mark: OutboxMark | null) => boolean) =>
    keys?.filter((key) => isCounted(marks.markOf('open_house_visit', key))).length ?? 0
  const waiting = useSyncExternalStore(marks.subscribe, () => countOf((mark) => mark !== null))
  const needsAgent = useSyncExternalStore(marks.subscribe, () =>
    countOf((mark) => mark === 'Needs fixing' || mark === 'Conflict'),
  )
  return { waiting, needsAgent }
}
