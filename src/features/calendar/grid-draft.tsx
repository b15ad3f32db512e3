import { dateInWords, minutesInWords } from '#core/domain/time/wall-clock.ts'
import { eventSlabClass } from '#ui/calendar/event-slab.ts'
import styles from './grid-draft.module.css'
import { gridVariables } from './grid-variables.ts'
import { type Draft, spanOf } from './use-grid-gestures.ts'

/** Where an event would go, or a new one would be; the events below stay where they are. */
export function GridDraft({ draft, day }: { draft: Draft; day: number }) {
  const { event, start, end } = draft
  return (
    <div
      // The keys may lead out of sight; a pointer is where it is.
      ref={(slab) => {
        if (draft.isByKey) slab?.scrollIntoView({ block: 'nearest' })
      }}
      className={eventSlabClass(styles.draft)}
      style={gridVariables({ day, start, minutes: end - start })}
      data-kind={event?.kind}
      aria-hidden
    >
      <strong>{timesInWords(draft)}</strong> {event?.title ?? 'New appointment'}
    </div>
  )
}

/** For whoever moves an event by the keys. */
export function draftInWords(draft: Draft, today: string): string {
  const { event, date, start, end } = draft
  const before = event === null ? null : spanOf(event)
  const isNew = date === event?.date && start === before?.start && end === before.end
  if (isNew) {
    return `Moving ${event?.title ?? ''}. The arrow keys move it, with Shift they change its end. Enter saves, Escape cancels.`
  }
  return `${dateInWords(date, today)}, ${timesInWords(draft)}`
}

function timesInWords({ start, end }: Draft): string {
  return `${minutesInWords(start)} – ${minutesInWords(Math.min(end, 1439))}`
}
