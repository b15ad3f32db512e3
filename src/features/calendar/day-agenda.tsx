import type { RecordedVisit } from '#storage/visits-of-day.ts'
import styles from './day-agenda.module.css'
import { EventButton } from './event-button.tsx'

type DayAgendaProps = {
  label: string
  events: readonly RecordedVisit[]
  onOpen: (event: RecordedVisit) => void
}

/** A day as a list, where a grid would be too narrow. */
export function DayAgenda({ label, events, onOpen }: DayAgendaProps) {
  if (events.length === 0) return <p className={styles.none}>Nothing is planned on this day.</p>
  return (
    <ol className={styles.agenda} aria-label={label}>
      {events.map((event) => (
        <li key={event.key}>
          <EventButton event={event} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  )
}
