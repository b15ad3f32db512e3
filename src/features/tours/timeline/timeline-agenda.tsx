import { minutesOfDay, timeInWords } from '#core/domain/time/wall-clock.ts'
import { eventSlabClass } from '#ui/calendar/event-slab.ts'
import styles from './timeline-agenda.module.css'
import type { TimelineEvent, TimelineRow } from './timeline-event.ts'

type TimelineAgendaProps = {
  label: string
  rows: readonly TimelineRow[]
  events: readonly TimelineEvent[]
  onOpen: (event: TimelineEvent) => void
}

/** The same day as a list in the order of its hours, where the grid would be too narrow. Drives are left to the grid. */
export function TimelineAgenda({ label, rows, events, onOpen }: TimelineAgendaProps) {
  const labels = new Map(rows.map((row) => [row.key, row.label]))
  const listed = events
    .filter(({ kind }) => kind !== 'drive')
    .toSorted((one, other) => minutesOfDay(one.start_time) - minutesOfDay(other.start_time))
  if (listed.length === 0) return <p className={styles.none}>Nothing is planned on this day.</p>
  return (
    <ol className={styles.agenda} aria-label={label}>
      {listed.map((event) => (
        <li key={event.key}>
          <span className={styles.time}>{timeInWords(event.start_time)}</span>
          <button
            type="button"
            className={eventSlabClass(styles.event)}
            data-kind={event.kind}
            onClick={() => onOpen(event)}
          >
            <span className={styles.title}>{event.note === undefined ? event.title : event.note}</span>{' '}
            <span className={styles.words}>
              {[
                event.note === undefined ? labels.get(event.rowKey) : event.title,
                `until ${timeInWords(event.end_time)}`,
              ].join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
