import { type CallNext, callNext, cameInWords, silenceDays } from '#core/domain/call-next.ts'
import { peopleAmong } from '#core/domain/people.ts'
import { isPutOff, visitDays, visitorsToCall } from '#core/domain/visitors-to-call.ts'
import { addDays, dateInWords } from '#core/domain/wall-clock.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { DeviceDatabase } from '#storage/device-database.ts'
import type { ClientRow, FollowUpRow, OpenHouseVisitRow, ShowingRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { useMinute } from '#storage/use-minute.ts'
import { clientsInTouch } from './clients-in-touch.ts'

export type PersonToCall = CallNext & { client: ClientRow; followUp: FollowUpRow | undefined }

/** A visitor who is not a client yet; `met` says where and when. */
export type VisitorToCall = { visitor: OpenHouseVisitRow; reason: string; met: string }

type ToCall = { people: PersonToCall[]; visitors: VisitorToCall[] }

/** Whom to call next, and why; `undefined` until it is read. */
export function useCallNext(): ToCall | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(() => readCallNext(database, today), [database, today])
}

/** A client's follow-ups that are not done, the soonest first. */
export function useOpenFollowUps(clientKey: string): FollowUpRow[] | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const all = await database.follow_ups.where('of_client_key').equals(clientKey).toArray()
    return all.filter(({ done }) => !done).toSorted((one, other) => one.due_date.localeCompare(other.due_date))
  }, [database, clientKey])
}

async function readCallNext(database: DeviceDatabase, today: string): Promise<ToCall> {
  const lastWeek = addDays(today, -visitDays)
  const [clients, followUps, interactions, openHouses, showings] = await Promise.all([
    database.clients.toArray(),
    database.follow_ups.toArray(),
    database.interactions.toArray(),
    database.open_houses.where('date').between(lastWeek, today, true, true).toArray(),
    database.showings.where('showing_date').between(lastWeek, today, true, true).toArray(),
  ])
  const begins = new Map(openHouses.map(({ key, date, start_time: time }) => [key, { date, time }]))
  const visits = await database.open_house_visits
    .filter(({ open_house_key, follow_up = '' }) => begins.has(open_house_key) || isPutOff(follow_up, today))
    .toArray()
  const before = visits.map(({ open_house_key }) => open_house_key).filter((key) => !begins.has(key))
  for (const house of await database.open_houses.bulkGet(before))
    if (house) begins.set(house.key, { date: house.date, time: house.start_time })
  const beginOf = ({ open_house_key }: OpenHouseVisitRow) => begins.get(open_house_key) ?? { date: today, time: '' }
  const listings = await database.listings.bulkGet([...visits, ...showings].map(({ listing_key }) => listing_key))
  const addresses = new Map(listings.flatMap((listing) => (listing ? [[listing.key, listing.property.address]] : [])))
  const people = peopleAmong(clients)
  const met = (visit: ShowingRow | OpenHouseVisitRow, begin: { date: string; time: string }) => {
    const client = people.of(visit)
    return client === undefined
      ? []
      : [{ clientKey: client.key, ...begin, address: addresses.get(visit.listing_key) ?? null }]
  }
  const lastWord = new Map<string, string>()
  for (const { of_client_key: key, date, time } of interactions)
    if ((lastWord.get(key) ?? '') < `${date} ${time}`) lastWord.set(key, `${date} ${time}`)
  const mayBeHeld = showings.filter(
    ({ status = 'Scheduled', feedback = '' }) => feedback === '' && (status === 'Scheduled' || status === 'Held'),
  )
  const next = callNext({
    today,
    clients,
    followUps,
    lastWord,
    inTouch: await clientsInTouch(database, { people, since: addDays(today, -silenceDays), today }),
    visits: visits.flatMap((visit) => met(visit, beginOf(visit))),
    // One of today may still be to come.
    showings: mayBeHeld
      .filter(({ showing_date, status }) => showing_date < today || status === 'Held')
      .flatMap((one) => met(one, { date: one.showing_date, time: one.start_time })),
  })
  const clientsByKey = new Map(clients.map((client) => [client.key, client]))
  const followUpsByKey = new Map(followUps.map((followUp) => [followUp.key, followUp]))
  const strangers = visits
    .filter((visit) => people.of(visit) === undefined)
    .map((visitor) => ({ visitor, date: beginOf(visitor).date }))
  return {
    people: next.flatMap((one) => {
      const client = clientsByKey.get(one.clientKey)
      return client === undefined ? [] : [{ ...one, client, followUp: followUpsByKey.get(one.followUpKey ?? '') }]
    }),
    visitors: visitorsToCall(strangers, today).map(({ visitor, date }) => {
      const address = addresses.get(visitor.listing_key) ?? null
      const met = `${address ?? 'a listing'} on ${dateInWords(date, today)}`
      return { visitor, reason: cameInWords(today, date, address), met }
    }),
  }
}
