import { NothingHere } from '#records/nothing-here.tsx'
import type { LoadState } from '#records/use-load-state.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import styles from './day-agenda.module.css'
import { EventButton } from './event-button.tsx'

type DayAgendaProps = {
  label: string
  events: readonly RecordedVisit[]
  load: LoadState
  onOpen: (event: RecordedVisit) => void
}

/** A day as a list, where a grid would be too narrow. */
export function DayAgenda({ label, events, load, onOpen }: DayAgendaProps) {
  if (events.length === 0) {
    return (
      <NothingHere load={load} failure="Failed to load events." what="What is planned">
        <p className={styles.none}>Nothing is planned on this day.</p>
      </NothingHere>
    )
  }
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
