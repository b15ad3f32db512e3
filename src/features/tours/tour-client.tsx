import { Link } from '@tanstack/react-router'
import { clientName, telephoneLink } from '#core/domain/client-rules.ts'
import { textLink } from '#core/domain/contact-links.ts'
import type { Correspondents } from '#core/domain/tour-invitation.ts'
import { recordAddress } from '#records/record-address.ts'
import { useSession } from '#state/session.ts'
import type { ClientRow, TourRow } from '#storage/rows.ts'
import { useClientWithEmail } from '#storage/use-client-with-email.ts'
import { buttonClass } from '#ui/button.tsx'
import styles from './tour-client.module.css'

/** Whom a tour is for, as far as this device knows: the client with its email, and what a telephone can dial. */
export function useTourClient({ client_email }: TourRow): {
  client: ClientRow | null
  dial: string | null
  people: Correspondents
} {
  const client = useClientWithEmail(client_email) ?? null
  const { user } = useSession()
  const agent = `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim()
  const dial = client === null ? null : telephoneLink(client.phone_number ?? '')
  return { client, dial, people: { client: client?.first_name.trim() ?? '', agent } }
}

/** The client of a tour by name, with the email, *Call* and *Text*. */
export function TourClient({ tour }: { tour: TourRow }) {
  const { client, dial } = useTourClient(tour)
  const name = client === null ? '' : clientName(client)
  return (
    <>
      {client !== null && (
        <Link className={styles.name} to="/clients/$clientId" params={{ clientId: recordAddress(client) }}>
          {name}
        </Link>
      )}
      <span className={styles.email}>{tour.client_email}</span>
      {dial !== null && (
        <span className={styles.ways}>
          <a href={dial} className={buttonClass()} aria-label={`Call ${name}`}>
            Call
          </a>
          <a href={textLink(dial)} className={buttonClass()} aria-label={`Text ${name}`}>
            Text
          </a>
        </span>
      )}
    </>
  )
}
