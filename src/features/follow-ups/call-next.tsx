import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { canBeCalled } from '#core/domain/text/contact-links.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { waysAgreedTo } from '#core/domain/clients/call-next.ts'
import { AddVisitorAsClient } from '#records/visits/add-visitor-as-client.tsx'
import { StoredLogOffer } from '#records/people/log-offer.tsx'
import { ContactLink } from '#records/people/contact-link.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PhoneIcon } from '#ui/icons/icon.tsx'
import { type PersonToCall, useCallNext, type VisitorToCall } from './call-next-queries.ts'
import styles from './follow-ups.module.css'
import {
  LaterButton,
  DoneButton,
  finishFollowUp,
  logCall,
  postponeFollowUp,
  remindLater,
  settleVisitor,
} from './follow-up-actions.tsx'
import { useFollowUpsDue } from '#storage/schedule/follow-ups-due.ts'

/** Shows whom to call next and why. Renders nothing if the list is empty. */
export function CallNext({ rowsAtFirst }: { rowsAtFirst: number }) {
  const toCall = useCallNext()
  const [shown, setShown] = useState(rowsAtFirst)
  if (toCall === undefined) return null
  const { people, visitors } = toCall
  const rowOf = (person: PersonToCall) => <PersonToReach key={person.client.key} person={person} />
  const rows = [
    ...people.filter(({ followUp }) => followUp !== undefined).map(rowOf),
    ...visitors.map((entry) => <Visitor key={`visitor ${entry.visitor.key}`} {...entry} />),
    ...people.filter(({ followUp }) => followUp === undefined).map(rowOf),
  ]
  if (rows.length === 0) return null
  return (
    <Card title="Call next">
      <ul className={styles.list}>{rows.slice(0, shown)}</ul>
      {rows.length > shown && (
        <Button variant="quiet" className={styles.more} onClick={() => setShown(shown + 20)}>
          Show more ({rows.length - shown})
        </Button>
      )}
    </Card>
  )
}

function PersonToReach({ person }: { person: PersonToCall }) {
  const device = useDevice()
  const { today } = useMinute()
  const { client, followUp, reason } = person
  const name = clientName(client)
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Link to="/clients/$clientId" params={{ clientId: recordIdInUrl(client) }} className={styles.name}>
          {name}
        </Link>
        <p className={styles.reason}>{reason}</p>
        <StoredLogOffer client={client} />
      </div>
      <div className={styles.actions}>
        {!canBeCalled(client) && <ContactLink by="Email" client={client} className={buttonClass()} />}
        <ContactLink by="Call" client={client} className={buttonClass()}>
          <PhoneIcon size={18} />
          Call
        </ContactLink>
        <ContactLink by="Text" client={client} className={buttonClass()} />
        <DoneButton
          about={name}
          onPress={() => void (followUp === undefined ? logCall(device, client) : finishFollowUp(device, followUp))}
        />
        <LaterButton
          about={name}
          today={today}
          onChoose={(date) =>
            void (followUp === undefined
              ? remindLater(device, client, person, date)
              : postponeFollowUp(device, followUp, date))
          }
        />
      </div>
    </li>
  )
}

/** A visitor who is not a client; `met` says where and when the agent met them. Offers only the ways of contact that the visitor agreed to. */
function Visitor({ visitor, reason, met }: VisitorToCall) {
  const device = useDevice()
  const { today } = useMinute()
  const name = visitorName(visitor)
  const agreed = waysAgreedTo(visitor)
  const linkProps = { client: undefined, contact: { ...visitor, name, email: visitor.client_email } }
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.reason}>{reason}</p>
      </div>
      <div className={styles.actions}>
        {agreed.phone && <ContactLink by="Call" {...linkProps} className={buttonClass()} />}
        {agreed.phone && <ContactLink by="Text" {...linkProps} className={buttonClass()} />}
        {agreed.email && <ContactLink by="Email" {...linkProps} className={buttonClass()} />}
        <AddVisitorAsClient visitor={visitor} met={met} />
        <DoneButton about={name} onPress={() => void settleVisitor(device, visitor, 'done')} />
        <LaterButton about={name} today={today} onChoose={(date) => void settleVisitor(device, visitor, date)} />
      </div>
    </li>
  )
}

export function FollowUpsOfDay({ date }: { date: string }) {
  const due = useFollowUpsDue(date, date)
  if (due === undefined || due.length === 0) return null
  return (
    <Card title="Follow-ups">
      <ul className={styles.list}>
        {due.map(({ followUp, client }) => (
          <PersonToReach
            key={followUp.key}
            person={{ client, followUp, clientKey: client.key, followUpKey: followUp.key, reason: followUp.text }}
          />
        ))}
      </ul>
    </Card>
  )
}
