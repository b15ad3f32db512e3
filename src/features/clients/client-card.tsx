import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { clientInitials, clientName } from '#core/domain/clients/client-rules.ts'
import { Reach } from '#records/people/reach.tsx'
import { recordAddress } from '#records/record-address.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { useOutboxMark } from '#storage/device/use-outbox-mark.ts'
import { Avatar } from '#ui/basics/avatar.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { doorClass, roomClass } from '#ui/layout/door.ts'
import { EmailText } from '#ui/basics/email-text.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PhoneIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/sync-mark.tsx'
import styles from './client-card.module.css'

type ClientCardProps = {
  client: ClientRow
  onDelete: (client: ClientRow) => void
}

/** One client in the list: who it is, how to reach them, and whether the office has it. Remembered, as a listing's card. */
export const ClientCard = memo(function ClientCard({ client, onDelete }: ClientCardProps) {
  const headingId = useId()
  const mark = useOutboxMark('client', client.key)
  const name = clientName(client)
  return (
    <Card
      element="article"
      className={classNames(styles.card, roomClass)}
      aria-labelledby={headingId}
      pencil={mark !== null}
    >
      <div className={styles.who}>
        <Avatar initials={clientInitials(client)} />
        <div className={styles.words}>
          <h2 className={styles.name} id={headingId}>
            {name}
          </h2>
          <p className={styles.contact}>
            <EmailText>{client.email}</EmailText>
          </p>
          {client.phone_number && <p className={styles.contact}>{client.phone_number}</p>}
        </div>
        <div className={styles.marks}>
          {mark !== null && <SyncMark state={mark} />}
          <Badge>{client.category ?? 'Buyer'}</Badge>
        </div>
      </div>
      <div className={styles.actions}>
        <Link
          to="/clients/$clientId"
          params={{ clientId: recordAddress(client) }}
          className={buttonClass({ className: doorClass })}
          aria-label={`View ${name}`}
        >
          View
        </Link>
        <Reach by="Call" client={client} className={buttonClass()}>
          <PhoneIcon size={18} />
          Call
        </Reach>
        <Reach by="Text" client={client} className={buttonClass()} />
        <IconButton className={styles.delete} label={`Delete ${name}`} danger onClick={() => onDelete(client)}>
          <TrashIcon />
        </IconButton>
      </div>
    </Card>
  )
})
