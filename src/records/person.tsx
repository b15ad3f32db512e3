import { Link } from '@tanstack/react-router'
import { clientName, telephoneLink } from '#core/domain/client-rules.ts'
import { textLink } from '#core/domain/contact-links.ts'
import type { ClientRow } from '#storage/rows.ts'
import { buttonClass } from '#ui/button.tsx'
import styles from './person.module.css'
import { recordAddress } from './record-address.ts'

type PersonProps = {
  /** Who is meant, see `usePeople`; undefined where the address is nobody's. */
  client: ClientRow | undefined
  email: string
  /** Among many, such as in a table. */
  isQuiet?: boolean
}

/** Whom a record is with: the client by name, the address, *Call* and *Text*. */
export function Person({ client, email, isQuiet = false }: PersonProps) {
  if (client === undefined) return <span className={styles.email}>{email}</span>
  const name = clientName(client)
  const dial = telephoneLink(client.phone_number ?? '')
  const way = buttonClass({ variant: isQuiet ? 'quiet' : 'secondary' })
  return (
    <span className={styles.person} data-quiet={isQuiet || undefined}>
      <span className={styles.who}>
        <Link className={styles.name} to="/clients/$clientId" params={{ clientId: recordAddress(client) }}>
          {name}
        </Link>
        <span className={styles.email}>{email}</span>
      </span>
      {dial !== null && (
        <span className={styles.ways}>
          <a href={dial} className={way} aria-label={`Call ${name}`}>
            Call
          </a>
          <a href={textLink(dial)} className={way} aria-label={`Text ${name}`}>
            Text
          </a>
        </span>
      )}
    </span>
  )
}
