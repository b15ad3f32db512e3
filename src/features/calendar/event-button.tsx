import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { useOutboxMark } from '#storage/use-outbox-mark.ts'
import { eventSlabClass } from '#ui/calendar/event-slab.ts'
import styles from './event-button.module.css'
import { eventNote, timesInWords } from './event-words.ts'

type EventButtonProps = {
  event: RecordedVisit
  /** Title and times share a line. */
  isShort?: boolean
  onOpen: (event: RecordedVisit) => void
}

/** An event as a coloured slab; dashed, with the word for it, while the office does not have it. */
export function EventButton({ event, isShort = false, onOpen }: EventButtonProps) {
  const mark = useOutboxMark(event.kind, event.record.key)
  const note = isShort ? null : eventNote(event)
  return (
    <button
      type="button"
      className={eventSlabClass(styles.event)}
      data-kind={event.kind}
      data-short={isShort || undefined}
      data-pencil={mark !== null || undefined}
      onClick={() => onOpen(event)}
    >
      <span className={styles.words}>
        <span className={styles.title}>{event.title}</span>{' '}
        <span className={styles.when}>{[timesInWords(event), note, mark].filter(Boolean).join(' · ')}</span>
      </span>
    </button>
  )
}
