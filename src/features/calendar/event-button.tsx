import { tourTitle } from '#core/domain/tours/tour-words.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { useOutboxMark } from '#storage/device/use-outbox-mark.ts'
import { eventSlabClass } from '#ui/calendar/event-slab.ts'
import { WarningIcon } from '#ui/icons/icon.tsx'
import styles from './event-button.module.css'
import { eventNote, overlapsInWords, personOf, timesInWords } from './event-words.ts'

type EventButtonProps = {
  event: RecordedVisit
  /** What else takes its time. */
  overlaps: readonly RecordedVisit[]
  /** Title and times share a line. */
  isShort: boolean
  onOpen: (event: RecordedVisit) => void
}

/** An event as a coloured slab; dashed, with the word for it, while the office does not have it. */
export function EventButton({ event, overlaps, isShort, onOpen }: EventButtonProps) {
  const mark = useOutboxMark(event.kind, event.record.key)
  const note = isShort ? null : eventNote(event)
  const clash = overlapsInWords(overlaps)
  return (
    <button
      type="button"
      className={eventSlabClass(styles.event)}
      data-kind={event.kind}
      data-event={event.key}
      data-short={isShort || undefined}
      data-pencil={mark !== null || undefined}
      aria-keyshortcuts={event.kind === 'tour' ? undefined : 'M'}
      onClick={() => onOpen(event)}
    >
      <span className={styles.words}>
        {clash !== null && <WarningIcon size={16} className={styles.warning} />}
        <span className={styles.title}>
          <Title event={event} />
        </span>{' '}
        <span className={styles.when}>
          {timesInWords(event)}
          {clash !== null && <strong className={styles.extra}> · {clash}</strong>}
          {note !== null && <span className={styles.extra}> · {note}</span>}
          {mark !== null && ` · ${mark}`}
        </span>
      </span>
      {event.kind !== 'tour' && <span className={styles.end} data-end />}
    </button>
  )
}

/** "Showing at 51 Aiken Way": where there is little room, its color says the first part. "Hugo Abernathy · Tour #2". */
function Title({ event }: { event: RecordedVisit }) {
  const { title } = event
  if (event.kind === 'tour')
    return (
      <>
        {personOf(event)} <span className={styles.dot}>· </span>
        <span className={styles.number}>{tourTitle(event.record.id)}</span>
      </>
    )
  const address = event.kind === 'showing' || event.kind === 'open_house' ? event.property.address : undefined
  if (address === undefined || !title.endsWith(address)) return title
  return (
    <>
      <span className={styles.kind}>{title.slice(0, -address.length)}</span>
      {address}
    </>
  )
}
