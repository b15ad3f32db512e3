import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { telephoneLink } from '#core/domain/text/contact-links.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { EmailText } from '#ui/basics/email-text.tsx'
import styles from './people.module.css'
import { StoredLogOffer } from './log-offer.tsx'
import { ContactLink } from './contact-link.tsx'
import { recordIdInUrl } from '#records/record-address.ts'

type PersonProps = {
  /** The client to whom the record belongs; undefined if there is none. */
  client: ClientRow | undefined
  email: string
  /** For tables and lists: less prominent, and without an offer to log a call. */
  isQuiet?: boolean
}

/** The client of a record: name, email, *Call* and *Text*. */
export function Person({ client, email, isQuiet = false }: PersonProps) {
  if (client === undefined)
    return (
      <span className={styles.email}>
        <EmailText>{email}</EmailText>
      </span>
    )
  const canDial = telephoneLink(client.phone_number ?? '') !== null
  const contactClass = buttonClass({ variant: isQuiet ? 'quiet' : 'secondary' })
  return (
    <span className={styles.person} data-quiet={isQuiet || undefined}>
      <span className={styles.who}>
        <Link className={styles.name} to="/clients/$clientId" params={{ clientId: recordIdInUrl(client) }}>
          {clientName(client)}
        </Link>
        <span className={styles.email}>
          <EmailText>{email}</EmailText>
        </span>
      </span>
      {canDial && (
        <span className={styles.ways}>
          <ContactLink by="Call" client={client} className={contactClass} />
          <ContactLink by="Text" client={client} className={contactClass} />
        </span>
      )}
      {!isQuiet && <StoredLogOffer client={client} />}
    </span>
  )
}
