import type { People } from '#core/domain/people.ts'
import type { DeviceDatabase } from '#storage/device-database.ts'
import type { ClientRow } from '#storage/rows.ts'

/** The keys of clients whom the agent was with since a day, or is to meet; what was called off or never begun does not count. */
export async function clientsInTouch(
  database: DeviceDatabase,
  { people, since, today }: { people: People<ClientRow>; since: string; today: string },
): Promise<Set<string>> {
  const [showings, tours, appointments, openHouses] = await Promise.all([
    database.showings.where('showing_date').above(since).toArray(),
    database.tours.where('tour_date').above(since).toArray(),
    database.appointments.where('date').above(since).toArray(),
    database.open_houses.where('date').above(since).primaryKeys(),
  ])
  const visits = await database.open_house_visits.where('open_house_key').anyOf(openHouses).toArray()
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
