import { eventSlabClass } from './event-slab.ts'
import type { MonthEvent } from './month-event.ts'
import styles from './agenda-list.module.css'

export type AgendaEvent = {
  key: string
  title: string
  /** When it begins: "10:45 AM". */
  time: string
  /** "4 stops · until 3:00 PM". */
  note?: string
  kind: MonthEvent['kind']
}

type AgendaListProps = {
  label: string
  /** In the order of the day. */
  events: readonly AgendaEvent[]
  /** What stands there when there are none. */
  none: string
}

/** A day as a list to read, where a grid would be too narrow. */
export function AgendaList({ label, events, none }: AgendaListProps) {
  if (events.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ol className={styles.agenda} aria-label={label}>
      {events.map(({ key, title, time, note, kind }) => (
        <li key={key}>
          <p className={styles.time}>{time}</p>
          <div className={eventSlabClass(styles.event)} data-kind={kind}>
            <p className={styles.title}>{title}</p>
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
