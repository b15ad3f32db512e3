import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { clientName, telephoneLink } from '#core/domain/client-rules.ts'
import { textLink } from '#core/domain/contact-links.ts'
import { offerToLog } from '#records/log-offer.ts'
import { recordAddress } from '#records/record-address.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useMinute } from '#storage/use-minute.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PhoneIcon } from '#ui/icon.tsx'
import { type PersonToCall, useCallNext } from './call-next-queries.ts'
import { finishFollowUp, noteCalled, postponeFollowUp, remindLater } from './follow-up-commands.ts'
import styles from './follow-ups.module.css'
import { Later } from './later-menu.tsx'

/** Whom to call next, each with the reason, `most` of them at first; nothing at all when nobody waits. */
export function CallNext({ most }: { most: number }) {
  const people = useCallNext()
  const [shown, setShown] = useState(most)
  if (people === undefined || people.length === 0) return null
  return (
    <Card title="Call next">
      <ul className={styles.list}>
        {people.slice(0, shown).map((person) => (
          <Person key={person.client.key} person={person} />
        ))}
      </ul>
      {people.length > shown && (
        <Button variant="quiet" onClick={() => setShown(shown + 20)}>
          Show more of {people.length}
        </Button>
      )}
    </Card>
  )
}

function Person({ person }: { person: PersonToCall }) {
  const device = useDevice()
  const { today } = useMinute()
  const { client, followUp, reason } = person
  const name = clientName(client)
  const dial = telephoneLink(client.phone_number ?? '')
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Link to="/clients/$clientId" params={{ clientId: recordAddress(client) }} className={styles.name}>
          {name}
        </Link>
        <p className={styles.reason}>{reason}</p>
      </div>
      <div className={styles.actions}>
        {dial !== null && (
          <>
            <a
              href={dial}
              className={buttonClass({ variant: 'primary' })}
              aria-label={`Call ${name}`}
              onClick={() => offerToLog(device, client, 'Call')}
            >
              <PhoneIcon size={18} />
              Call
            </a>
            <a
              href={textLink(dial)}
              className={buttonClass()}
              aria-label={`Text ${name}`}
              onClick={() => offerToLog(device, client, 'Text')}
            >
              Text
            </a>
          </>
        )}
        <Button
          aria-label={`Done: ${name}`}
          onClick={() =>
            void (followUp === undefined ? noteCalled(device, client, person) : finishFollowUp(device, followUp))
          }
        >
          Done
        </Button>
        <Later
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
