import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, ClientRow, OpenHouseVisitRow } from '#storage/database/rows.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import type { OpenHouseWithVisitors } from './open-houses-queries.ts'
import styles from './open-houses.module.css'
import { formatDate } from '#core/format/dates.ts'
import { formatTime, formatMoment } from '#core/format/times.ts'
import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { telephoneLink } from '#core/domain/text/contact-links.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { AddVisitorAsClient } from '#records/visits/add-visitor-as-client.tsx'
import { ContactLink } from '#records/people/contact-link.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CheckIcon, PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { useInlineForm } from '#ui/form/use-inline-form.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { visitorFormSchema } from '#core/contract/open-house-visit.ts'
import { RecordNotice, RecordMark } from '#records/states/record-notice.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import { TextField, otherPersonEmailProps } from '#ui/fields/field.tsx'
import { correctVisitor } from './open-house-visit-commands.ts'
import { duplicateVisitorMessage, VisitorFields } from './visitor-form.tsx'

type VisitorsSheetProps = {
  listing: ListingRow
  /** The open house whose visitors the sheet lists; null closes it. */
  shown: OpenHouseWithVisitors | null
  onClose: () => void
}

export function VisitorsSheet({ listing, shown, onClose }: VisitorsSheetProps) {
  const { clock } = useDevice()
  const people = usePeople()
  if (shown === null) return null
  const { openHouse, visitors } = shown
  const day = formatDate(openHouse.date, dateOfInstant(clock.now()))
  const met = `${listing.property.address ?? openHouse.listing_address ?? 'a listing'} on ${day}`
  return (
    <Sheet open title="Visitors" onClose={onClose}>
      <p className={styles.when}>
        {day}, {formatTime(openHouse.start_time)} – {formatTime(openHouse.end_time)} · {visitors.length}{' '}
        {visitors.length === 1 ? 'visitor' : 'visitors'}
      </p>
      <ul className={styles.list} aria-label="Visitors">
        {visitors.map((visitor) => (
          <VisitorEntry key={visitor.key} visitor={visitor} met={met} client={people?.of(visitor)} />
        ))}
      </ul>
    </Sheet>
  )
}

type VisitorEntryProps = {
  visitor: OpenHouseVisitRow
  /** Where and when the agent met the visitor, for the notes of a new client. */
  met: string
  client: ClientRow | undefined
}

function VisitorEntry({ visitor, met, client }: VisitorEntryProps) {
  const edit = useInlineForm()
  const device = useDevice()
  const name = visitorName(visitor)
  const deletion = useDeletion('open_house_visit', { message: () => `${name} has been removed.` })
  const { client_email, consents = [], signed_in_at = null } = visitor
  const isOtherName = client !== undefined && name !== client_email && name !== clientName(client)

  return (
    <li className={styles.visitor}>
      <div className={styles.told}>
        <p className={styles.name}>
          {client === undefined ? (
            name
          ) : (
            <Link to="/clients/$clientId" params={{ clientId: recordIdInUrl(client) }}>
              {clientName(client)}
            </Link>
          )}{' '}
          <RecordMark entity="open_house_visit" recordKey={visitor.key} />
        </p>
        <VisitorContact visitor={visitor} client={client} />
        {signed_in_at !== null && (
          <p className={styles.quiet}>
            Signed in {isOtherName && `as ${name} `}
            {formatMoment(Date.parse(signed_in_at), device.clock.now())}
          </p>
        )}
        <Consents of={name} consents={consents} />
      </div>
      <div className={styles.actions}>
        {client === undefined ? (
          <AddVisitorAsClient visitor={visitor} met={met} />
        ) : (
          <Link
            to="/clients/$clientId"
            params={{ clientId: recordIdInUrl(client) }}
            className={buttonClass({ variant: 'quiet' })}
          >
            View Client<VisuallyHidden> {name}</VisuallyHidden>
          </Link>
        )}
        <IconButton label={`Edit ${name}`} {...edit.opener(true)}>
          <PencilIcon size={18} />
        </IconButton>
        <IconButton label={`Delete ${name}`} danger onClick={() => deletion.ask(visitor)}>
          <TrashIcon size={18} />
        </IconButton>
      </div>
      {edit.open !== null && <CorrectVisitor {...edit.form} visitor={visitor} />}
    </li>
  )
}

function VisitorContact({ visitor, client }: Pick<VisitorEntryProps, 'visitor' | 'client'>) {
  const { client_email, phone_number = '' } = visitor
  const number = phone_number || (client?.phone_number ?? '')
  const contact = { name: visitorName(visitor), email: client_email, phone_number: number }
  return (
    <p className={styles.reach}>
      <ContactLink by="Email" client={client} contact={contact} label={client_email}>
        {client_email}
      </ContactLink>
      {number !== '' && telephoneLink(number) === null && <span>{number}</span>}
      <ContactLink by="Call" client={client} contact={contact} label={number}>
        {number}
      </ContactLink>
      <ContactLink by="Text" client={client} contact={contact} />
    </p>
  )
}

type ConsentsProps = {
  /** The visitor's name. */
  of: string
  consents: NonNullable<OpenHouseVisitRow['consents']>
}

/** Short texts for the summary, by kind of consent. The exact wording is listed below it. */
const allowedBy: Partial<Record<string, string>> = { email: 'May email', phone: 'May call or text' }

function Consents({ of, consents }: ConsentsProps) {
  if (consents.length === 0) return null
  return (
    <details className={styles.quiet}>
      <summary>
        {consents.map(({ kind, wording }) => allowedBy[kind] ?? wording).join(' · ')}
        <VisuallyHidden> What {of} agreed to</VisuallyHidden>
      </summary>
      <ul className={styles.consents} aria-label={`Consents of ${of}`}>
        {consents.map(({ kind, wording, wording_version }) => (
          <li key={`${kind} ${wording_version}`}>
            <CheckIcon size={16} /> {wording}
          </li>
        ))}
      </ul>
    </details>
  )
}

type VisitorValues = { client_email: string; name: string; phone_number: string }

const labels: VisitorValues = { client_email: 'Client Email', name: 'Name', phone_number: 'Phone Number' }

type CorrectVisitorProps = { id: string; visitor: OpenHouseVisitRow; onClose: () => void }

function CorrectVisitor({ id, visitor, onClose }: CorrectVisitorProps) {
  const device = useDevice()
  const { client_email, name = '', phone_number = '' } = visitor
  const form = useEntityForm<'open_house_visit', VisitorValues, VisitorValues>({
    entity: 'open_house_visit',
    record: visitor,
    schema: visitorFormSchema,
    opened: { client_email, name, phone_number },
    labels,
    save: async ({ opId, parsed }) => {
      const outcome = await correctVisitor(device, { opId, visitor, person: parsed })
      return outcome === 'known' ? { fieldErrors: { client_email: duplicateVisitorMessage } } : outcome
    },
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label={`Edit ${visitorName(visitor)}`}
      submitLabel="Save"
      busyLabel="Saving..."
      onCancel={onClose}
      notice={<RecordNotice entity="open_house_visit" recordKey={visitor.key} />}
    >
      <VisitorFields form={form} />
      <TextField {...form.field('client_email')} {...otherPersonEmailProps} required />
    </InlineForm>
  )
}
