import { type ComponentType, useState } from 'react'
import { asksHowItWent, isHalfSaid } from '#core/domain/visits/showing-life.ts'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { showingsAllTold, tellAllOf } from '#state/nothing-to-add.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ShowingRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DoorAddress } from '#ui/layout/door-address.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './own-showings.module.css'
import { formatTime } from '#core/format/times.ts'

/** Asks how a showing went, and says it. */
export type Outcome = ComponentType<{ showing: ShowingRow }>

type OwnShowingsProps = {
  /** What the tour is planned around. */
  own: readonly RecordedVisit[]
  outcome: Outcome
}

/**
 * The agent's own showings between the stops that have begun, each until how it went is said, or that there is nothing to
 * add. Who walks beside the agent reads no other client's name.
 */
export function OwnShowings({ own, outcome: Outcome }: OwnShowingsProps) {
  const now = useMinute()
  const { owner } = useDevice()
  const [allTold, setAllTold] = useState(() => showingsAllTold(owner))
  const isAsked = (showing: ShowingRow) =>
    asksHowItWent(showing, now) || (isHalfSaid(showing) && !allTold.includes(showing.key))
  const open = own.flatMap((visit) => (visit.kind === 'showing' && isAsked(visit.record) ? [visit] : []))
  if (open.length === 0) return null
  return (
    <Card title={open.length === 1 ? 'Your showing' : 'Your showings'}>
      <ul className={styles.showings}>
        {open.map(({ key, record, property, start_time }) => (
          <li key={key}>
            <h3 className={styles.where}>
              {formatTime(start_time)} · <DoorAddress address={property.address ?? 'A listing'} />
            </h3>
            <Outcome showing={record} />
            <DoorCardOfListing listing={record.listing_key} look="part" />
            {isHalfSaid(record) && (
              <Button variant="quiet" onClick={() => setAllTold(tellAllOf(owner, record.key))}>
                Nothing to Add<VisuallyHidden> to the showing of {formatTime(start_time)}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
