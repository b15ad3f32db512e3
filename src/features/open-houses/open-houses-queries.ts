import { isSameEmail } from '#core/domain/client-rules.ts'
import { dateOfInstant, soonestFirst } from '#core/domain/wall-clock.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { DeviceDatabase } from '#storage/device-database.ts'
import type { OpenHouseRow, OpenHouseVisitRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

export type OpenHouseWithVisitors = { openHouse: OpenHouseRow; visitors: OpenHouseVisitRow[] }

/** The open houses of a listing with who came, the next one on top and what is over below; `undefined` until they are read. */
export function useOpenHouses(listingKey: LocalKey): OpenHouseWithVisitors[] | undefined {
  const { database, clock } = useDevice()
  return useLiveQuery(async () => {
    const [openHouses, visitors] = await Promise.all([
      database.open_houses.where('listing_key').equals(listingKey).toArray(),
      database.open_house_visits.where('listing_key').equals(listingKey).toArray(),
    ])
    return openHouses
      .toSorted(soonestFirst(({ date, start_time }) => ({ date, time: start_time }), dateOfInstant(clock.now())))
      .map((openHouse) => ({
        openHouse,
        visitors: visitors.filter(({ open_house_key }) => open_house_key === openHouse.key),
      }))
  }, [database, clock, listingKey])
}

/** The change of one of these open houses or visitors that the server refused (fault H2); null when it refused none. */
export function useRefusedOpenHouse(openHouses: readonly OpenHouseWithVisitors[]): Operation | null {
  const { database } = useDevice()
  const records = openHouses.flatMap(({ openHouse, visitors }) => [
    ['open_house', openHouse.key],
    ...visitors.map(({ key }) => ['open_house_visit', key]),
  ])
  const refused = useLiveQuery(
    () =>
      database.outbox
        .where('[entity+key+state]')
        .anyOf(records.map((record) => [...record, 'attention']))
        .first(),
    [database, records.join(' ')],
  )
  return refused ?? null
}

/** True when somebody with this address is on the open house's list already. */
export async function isVisitor(database: DeviceDatabase, openHouseKey: LocalKey, email: string): Promise<boolean> {
  const visitors = await database.open_house_visits.where('open_house_key').equals(openHouseKey).toArray()
  return visitors.some((visitor) => isSameEmail(visitor.client_email, email))
}
