import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clientInitials, clientName } from '#core/domain/clients/client-rules.ts'
import { ContactLink } from '#records/people/contact-link.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { NeedsAttention, RecordMark } from '#records/states/record-notice.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { Avatar } from '#ui/basics/avatar.tsx'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { MailIcon, PencilIcon, PhoneIcon, PlusIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { EmailText } from '#ui/basics/email-text.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { IconTile } from '#ui/basics/icon-tile.tsx'
import styles from './clients.module.css'
import { formatDayOf } from '#core/format/times.ts'
import { RecordNotFound } from '#records/states/record-not-found.tsx'

type ClientDetailsProps = {
  client: ClientRow
  onDelete: (client: ClientRow) => void
  /** `ClientGlance`: the next visit and the last interaction, shown below the name. */
  glance: ReactNode
  children: ReactNode
}

export function ClientDetails({ client, onDelete, glance, children }: ClientDetailsProps) {
  const name = clientName(client)
  return (
    <>
      <PageHeader
        back={<BackLink to="/clients">Back to Clients</BackLink>}
        mark={<Avatar initials={clientInitials(client)} isLarge />}
        title={name}
        subtitle={
          <>
            <ClientStatus client={client} />
            {glance}
          </>
        }
        actions={<Actions client={client} onDelete={onDelete} />}
      />
      <NeedsAttention entity="client" recordKey={client.key} />
      <div className={styles.columns} data-columns>
        <div className={styles.side}>
          <ContactCard client={client} />
          {client.notes && (
            <Card title="Notes">
              <p className={styles.notes}>{client.notes}</p>
            </Card>
          )}
        </div>
        <div className={styles.main}>{children}</div>
      </div>
      <div className={styles.thumb}>
        <BottomActions>
          <ContactLink
            by="Call"
            client={client}
            label={`Call ${client.first_name || name}`}
            className={buttonClass({ variant: 'primary' })}
          >
            <PhoneIcon size={18} />
            Call {client.first_name || name}
          </ContactLink>
          <Link to="/tours/new" search={{ client: recordIdInUrl(client) }} className={buttonClass()}>
            <PlusIcon size={18} />
            Plan a Tour
          </Link>
        </BottomActions>
      </div>
    </>
  )
}

function ClientStatus({ client }: { client: ClientRow }) {
  const { clock } = useDevice()
  const addedAt = Date.parse(client.created_at ?? '')
  return (
    <>
      <Badge>{client.category ?? 'Buyer'}</Badge>
      {!Number.isNaN(addedAt) && (
        <span className={styles.since}>
          added <time dateTime={client.created_at}>{formatDayOf(addedAt, clock.now())}</time>
        </span>
      )}
      <RecordMark entity="client" recordKey={client.key} />
    </>
  )
}

function Actions({ client, onDelete }: Pick<ClientDetailsProps, 'client' | 'onDelete'>) {
  return (
    <>
      <Link to="/clients/edit/$clientId" params={{ clientId: recordIdInUrl(client) }} className={buttonClass()}>
        <PencilIcon size={18} />
        Edit Client
      </Link>
      <Button variant="danger" data-quiet onClick={() => onDelete(client)}>
        <TrashIcon size={18} />
        Delete Client
      </Button>
    </>
  )
}

function ContactCard({ client }: { client: ClientRow }) {
  const phoneNumber = client.phone_number ?? ''
  return (
    <Card title="Contact Information">
      <ul className={styles.contacts}>
        <Contact icon={<MailIcon />} label="Email" value={client.email}>
          <ContactLink by="Email" client={client} className={buttonClass()} />
        </Contact>
        {phoneNumber !== '' && (
          <Contact icon={<PhoneIcon />} label="Phone" value={phoneNumber}>
            <ContactLink by="Call" client={client} className={buttonClass({ className: styles.call })} />
            <ContactLink by="Text" client={client} className={buttonClass()} />
          </Contact>
        )}
      </ul>
    </Card>
  )
}

type ContactProps = { icon: ReactNode; label: string; value: string; children: ReactNode }

function Contact({ icon, label, value, children }: ContactProps) {
  return (
    <li className={styles.contact}>
      <IconTile>{icon}</IconTile>
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        <p className={styles.value}>
          <EmailText>{value}</EmailText>
        </p>
      </div>
      <div className={styles.reach}>{children}</div>
    </li>
  )
}

export function ClientNotFound() {
  return (
    <RecordNotFound
      entity="client"
      failure="Failed to load client. Please try again."
      to="/clients"
      place="Back to Clients"
    />
  )
}
