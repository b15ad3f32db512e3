import type { ComponentType } from 'react'
import { asksHowItWent } from '#core/domain/showing-life.ts'
import { timeInWords } from '#core/domain/wall-clock.ts'
import { Person } from '#records/person.tsx'
import type { ShowingRow } from '#storage/rows.ts'
import { useMinute } from '#storage/use-minute.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { Card } from '#ui/card.tsx'
import { DoorAddress } from '#ui/door-address.tsx'
import styles from './own-showings.module.css'

/** Asks how a showing went, and says it. */
export type Outcome = ComponentType<{ showing: ShowingRow }>

type OwnShowingsProps = {
  /** What the tour is planned around. */
  own: readonly RecordedVisit[]
  outcome: Outcome
}

/** The agent's own showings between the stops that have begun, each until all of how it went is said. */
export function OwnShowings({ own, outcome: Outcome }: OwnShowingsProps) {
  const now = useMinute()
  const open = own.flatMap((visit) =>
    visit.kind === 'showing' && (asksHowItWent(visit.record, now) || isHalfSaid(visit.record)) ? [visit] : [],
  )
  if (open.length === 0) return null
  return (
    <Card title={open.length === 1 ? 'Your showing' : 'Your showings'}>
      <ul className={styles.showings}>
        {open.map(({ key, record, person, property, start_time }) => (
          <li key={key}>
            <h3 className={styles.where}>
              {timeInWords(start_time)} · <DoorAddress address={property.address ?? 'A listing'} />
            </h3>
            <Person client={person} email={record.client_email} isQuiet />
            <Outcome showing={record} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Held, and what the buyer thought of it is not told yet. */
function isHalfSaid({ status, feedback }: ShowingRow): boolean {
  return status === 'Held' && (feedback ?? '') === ''
}
