import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { clientName, mailLink, telephoneLink } from '#core/domain/client-rules.ts'
import { textLink } from '#core/domain/contact-links.ts'
import { momentInWords } from '#core/domain/moment-words.ts'
import { visitorName } from '#core/domain/visitor-as-client.ts'
import { recordAddress } from '#records/record-address.ts'
import { failureOf } from '#records/record-words.ts'
import { tellSaved } from '#records/tell-saved.ts'
import { useDeletion } from '#records/use-deletion.tsx'
import { RecordMark } from '#records/record-mark.tsx'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ClientRow, OpenHouseVisitRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CheckIcon, TrashIcon, UserPlusIcon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { addVisitorAsClient } from './visitor-commands.ts'
import styles from './visitor-entry.module.css'

type VisitorEntryProps = {
  visitor: OpenHouseVisitRow
  met: string
  /** The client who it is; undefined where that is nobody's address. */
  client: ClientRow | undefined
}

/** A visitor: what they entered, what they agreed to, and the way into the clients. */
export function VisitorEntry({ visitor, met, client }: VisitorEntryProps) {
  const device = useDevice()
  const [opId] = useState(device.ids.uuid)
  const name = visitorName(visitor)
  const deletion = useDeletion('open_house_visit', { message: () => `${name} has been removed.` })
  const { client_email, phone_number = '', consents = [], signed_in_at = null } = visitor
  const number = phone_number || (client?.phone_number ?? '')
  const telephone = telephoneLink(number)

  async function addAsClient() {
    try {
      const client = await addVisitorAsClient(device, { opId, visitor, met })
      if (client.outcome === 'known') return
      tellSaved('client', true, client.name)
    } catch (error) {
      notify({ type: 'error', title: failureOf('client', 'create'), message: storageProblem(error) })
    }
  }

  return (
    <li className={styles.visitor}>
      <div className={styles.told}>
        <p className={styles.name}>
          {client === undefined ? (
            name
          ) : (
            <Link to="/clients/$clientId" params={{ clientId: recordAddress(client) }}>
              {clientName(client)}
            </Link>
          )}{' '}
          <RecordMark entity="open_house_visit" recordKey={visitor.key} />
        </p>
        <p className={styles.reach}>
          <a href={mailLink(client_email)}>{client_email}</a>
          {number !== '' && (telephone === null ? <span>{number}</span> : <a href={telephone}>{number}</a>)}
          {telephone !== null && (
            <a href={textLink(telephone)} aria-label={`Text ${name}`}>
              Text
            </a>
          )}
        </p>
        {signed_in_at !== null && (
          <p className={styles.quiet}>Signed in {momentInWords(Date.parse(signed_in_at), device.clock.now())}</p>
        )}
        {consents.length > 0 && (
          <ul className={styles.consents} aria-label={`Consents of ${name}`}>
            {consents.map(({ kind, wording, wording_version }) => (
              <li key={`${kind} ${wording_version}`}>
                <CheckIcon size={16} /> {wording}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.actions}>
        {client === undefined ? (
          <Button onClick={() => void addAsClient()}>
            <UserPlusIcon size={18} />
            Add as client<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        ) : (
          <Link
            to="/clients/$clientId"
            params={{ clientId: recordAddress(client) }}
            className={buttonClass({ variant: 'quiet' })}
          >
            View client<VisuallyHidden> {name}</VisuallyHidden>
          </Link>
        )}
        <IconButton label={`Delete ${name}`} danger onClick={() => deletion.ask(visitor)}>
          <TrashIcon size={18} />
        </IconButton>
      </div>
    </li>
  )
}
