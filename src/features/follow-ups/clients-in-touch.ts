import type { People } from '#core/domain/clients/people.ts'
import type { AppointmentRow, ClientRow, OpenHouseVisitRow, ShowingRow, TourRow } from '#storage/database/rows.ts'

type Met = {
  showings: readonly ShowingRow[]
  tours: readonly TourRow[]
  appointments: readonly AppointmentRow[]
  visits: readonly OpenHouseVisitRow[]
}

/** The keys of clients whom the agent was with, or is to meet; what was called off or never begun does not count. */
export function clientsInTouch(
  { showings, tours, appointments, visits }: Met,
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
