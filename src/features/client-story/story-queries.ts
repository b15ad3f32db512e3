import { type StoryEntry, storyOfClient } from '#core/domain/schedule/client-story.ts'
import { peopleAmong } from '#core/domain/clients/client-rules.ts'
import { timeOfMinutes } from '#core/domain/time/usual-times.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ClientRow, FollowUpRow, InteractionRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

export type Story = {
  coming: StoryEntry[]
  past: StoryEntry[]
  followUps: FollowUpRow[]
  interactions: InteractionRow[]
}

/** What is coming and what was with a client, as far as this device knows; `undefined` until it is read. */
export function useStory(client: ClientRow): Story | undefined {
  const { database } = useDevice()
  const { today, minutesNow } = useMinute()
  return useLiveQuery(async () => {
    const records = await recordsOf(database, client)
    const { followUps, interactions } = records
    return { ...storyOfClient(records, `${today} ${timeOfMinutes(minutesNow)}`), followUps, interactions }
  }, [database, client, today, minutesNow])
}

async function recordsOf(database: DeviceDatabase, client: ClientRow) {
  const [clients, showings, tours, appointments, visits, followUps, interactions] = await Promise.all([
    database.clients.toArray(),
    database.showings.toArray(),
    database.tours.toArray(),
    database.appointments.toArray(),
    database.open_house_visits.toArray(),
    database.follow_ups.where('of_client_key').equals(client.key).toArray(),
    database.interactions.where('of_client_key').equals(client.key).toArray(),
  ])
  const people = peopleAmong(clients)
  const isTheirs = (met: Parameters<typeof people.of>[0]) => people.of(met)?.key === client.key
  const [theirShowings, theirVisits] = [showings.filter(isTheirs), visits.filter(isTheirs)]
  const openHouses = await database.open_houses.bulkGet(theirVisits.map((visit) => visit.open_house_key))
  const listings = await database.listings.bulkGet([...theirShowings, ...theirVisits].map((visit) => visit.listing_key))
  const addresses = new Map(listings.flatMap((listing) => (listing ? [[listing.key, listing.property.address]] : [])))
  return {
    showings: theirShowings,
    tours: tours.filter(isTheirs),
    appointments: appointments.filter(({ client: named }) => isTheirs({ client: named })),
    visits: theirVisits.flatMap((visit, index) => {
      const openHouse = openHouses[index]
      return openHouse ? [{ ...visit, date: openHouse.date, start_time: openHouse.start_time }] : []
    }),
    followUps,
    interactions,
    addressOf: (listingKey: string) => addresses.get(listingKey) ?? null,
  }
}
