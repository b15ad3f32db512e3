import {
  type CallNext,
  callNext,
  formatAttendance,
  silenceDays,
  isFollowUpDue,
  momentOfVisit,
  visitDays,
  visitorsToCall,
} from '#core/domain/clients/call-next.ts'
import { indexClients, type People } from '#core/domain/clients/client-rules.ts'
import { hasFeedback } from '#core/domain/visits/showing-status.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { yieldToEventLoop } from '#storage/reading/live-query.ts'
import type {
  ClientRow,
  FollowUpRow,
  OpenHouseRow,
  OpenHouseVisitRow,
  ShowingRow,
  AppointmentRow,
  TourRow,
} from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { formatDate } from '#core/format/dates.ts'

export type PersonToCall = CallNext & { client: ClientRow; followUp: FollowUpRow | undefined }

/** A visitor of an open house who is not a client yet; `met` says where and when the agent met the visitor. */
export type VisitorToCall = { visitor: OpenHouseVisitRow; reason: string; met: string }

type ToCall = { people: PersonToCall[]; visitors: VisitorToCall[] }

export function useCallNext(): ToCall | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(() => readCallNext(database, today), [database, today])
}

/** Returns the client's follow-ups that are not done, by due date. */
export function useOpenFollowUps(clientKey: string): FollowUpRow[] | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const all = await database.follow_ups.where('of_client_key').equals(clientKey).toArray()
    return all.filter(({ done }) => !done).toSorted((one, other) => one.due_date.localeCompare(other.due_date))
  }, [database, clientKey])
}

async function readCallNext(database: DeviceDatabase, today: string): Promise<ToCall> {
  const read = await readRecords(database, today)
  // Splits reading and computing into two tasks, so that the page can respond in between.
  await yieldToEventLoop()
  const { clients, followUps, people, visits, showings, momentOf } = read
  const addressOf = ({ listing_key }: ShowingRow | OpenHouseVisitRow) => read.addresses.get(listing_key) ?? null
  const encounterOf = (visit: ShowingRow | OpenHouseVisitRow, begin: { date: string; time: string }) => {
    const client = people.of(visit)
    return client === undefined ? [] : [{ clientKey: client.key, ...begin, address: addressOf(visit) }]
  }
  /** Showings without feedback that took place, or may have taken place. */
  const possiblyHeld = showings.filter(
    (showing) =>
      !hasFeedback(showing) && ((showing.status ?? 'Scheduled') === 'Scheduled' || showing.status === 'Held'),
  )
  const next = callNext({
    today,
    clients,
    followUps,
    lastContactByClientKey: read.lastContactByClientKey,
    inTouch: read.inTouch,
    visits: visits.flatMap((visit) => encounterOf(visit, momentOf(visit))),
    // A showing of today counts only once it is marked as held, because it may still be ahead.
    showings: possiblyHeld
      .filter(({ showing_date, status }) => showing_date < today || (showing_date === today && status === 'Held'))
      .flatMap((one) => encounterOf(one, { date: one.showing_date, time: one.start_time })),
  })
  const clientsByKey = new Map(clients.map((client) => [client.key, client]))
  const followUpsByKey = new Map(followUps.map((followUp) => [followUp.key, followUp]))
  const visitorsWithoutClient = visits
    .filter((visit) => people.of(visit) === undefined)
    .map((visitor) => ({ visitor, date: momentOf(visitor).date }))
  return {
    people: next.flatMap((one) => {
      const client = clientsByKey.get(one.clientKey)
      return client === undefined ? [] : [{ ...one, client, followUp: followUpsByKey.get(one.followUpKey ?? '') }]
    }),
    visitors: visitorsToCall(visitorsWithoutClient, today).map(({ visitor, date }) => {
      const address = addressOf(visitor)
      const where = `${address ?? 'a listing'} on ${formatDate(date, today)}`
      return { visitor, reason: formatAttendance(today, date, address), met: where }
    }),
  }
}

/** Reads everything for *Call next* in only two rounds of queries, because the page waits for them. */
async function readRecords(database: DeviceDatabase, today: string) {
  const [silentSince, lastWeek] = [addDays(today, -silenceDays), addDays(today, -visitDays)]
  const [clients, followUps, interactions, openHouses, allVisits, showings, tours, appointments] = await Promise.all([
    database.clients.toArray(),
    database.follow_ups.toArray(),
    database.interactions.toArray(),
    database.open_houses.where('date').above(silentSince).toArray(),
    database.open_house_visits.toArray(),
    database.showings.where('showing_date').above(silentSince).toArray(),
    database.tours.where('tour_date').above(silentSince).toArray(),
    database.appointments.where('date').above(silentSince).toArray(),
  ])
  const houses = new Map(openHouses.map((house) => [house.key, house]))
  const isOfLastWeek = ({ date = '' }: Partial<OpenHouseRow> = {}) => date >= lastWeek && date <= today
  const visits = allVisits.filter(
    ({ open_house_key, follow_up = '' }) => isOfLastWeek(houses.get(open_house_key)) || isFollowUpDue(follow_up, today),
  )
  const earlierHouseKeys = visits.map(({ open_house_key }) => open_house_key).filter((key) => !houses.has(key))
  const [earlierHouses, listings] = await Promise.all([
    database.open_houses.bulkGet(earlierHouseKeys),
    database.listings.bulkGet([...visits, ...showings].map(({ listing_key }) => listing_key)),
  ])
  const people = indexClients(clients)
  const encounters = {
    showings,
    tours,
    appointments,
    visits: allVisits.filter((visit) => houses.has(visit.open_house_key)),
  }
  for (const house of earlierHouses) if (house) houses.set(house.key, house)
  const lastContactByClientKey = new Map<string, string>()
  for (const { of_client_key: key, date, time } of interactions)
    if ((lastContactByClientKey.get(key) ?? '') < `${date} ${time}`) lastContactByClientKey.set(key, `${date} ${time}`)
  return {
    clients,
    followUps,
    people,
    visits,
    showings: showings.filter(({ showing_date }) => showing_date >= lastWeek && showing_date <= today),
    inTouch: clientsInTouch(encounters, people, today),
    lastContactByClientKey,
    addresses: new Map(listings.flatMap((listing) => (listing ? [[listing.key, listing.property.address]] : []))),
    momentOf: (visit: OpenHouseVisitRow) => momentOfVisit(visit, houses.get(visit.open_house_key), today),
  }
}

type Encounters = {
  showings: readonly ShowingRow[]
  tours: readonly TourRow[]
  appointments: readonly AppointmentRow[]
  visits: readonly OpenHouseVisitRow[]
}

/** Returns the keys of the clients whom the agent met or will meet. Canceled events and tours that never began do not count. */
function clientsInTouch(
  { showings, tours, appointments, visits }: Encounters,
  people: People<ClientRow>,
  today: string,
): Set<string> {
  const withPeople = [
    ...showings.filter(({ status = 'Scheduled' }) => status === 'Scheduled' || status === 'Held'),
    ...tours.filter(
      ({ status, tour_date }) =>
        status === 'completed' || status === 'in_progress' || (status === 'scheduled' && tour_date >= today),
    ),
    ...appointments.filter(({ client }) => client !== null && client !== undefined),
    ...visits,
  ]
  return new Set(withPeople.flatMap((one) => people.of(one)?.key ?? []))
}
