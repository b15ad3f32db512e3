import { nameOfAgent } from '#core/domain/account/realtor-name.ts'
import type { Correspondents } from '#core/domain/tours/tour-invitation.ts'
import { Person } from '#records/people/person.tsx'
import { useSession } from '#state/session.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { usePeople } from '#storage/reading/use-people.ts'

/** Whom a tour is for, as far as this device knows, and who writes to whom. */
export function useTourClient(tour: TourRow): { client: ClientRow | undefined; people: Correspondents } {
  const client = usePeople()?.of(tour)
  const { user } = useSession()
  return { client, people: { client: client?.first_name.trim() ?? '', agent: nameOfAgent(user) } }
}

/** The client of a tour by name, with the email, *Call* and *Text*. */
export function TourClient({ tour }: { tour: TourRow }) {
  const { client } = useTourClient(tour)
  return <Person client={client} email={tour.client_email} />
}
