import { classNames } from '#ui/layout/class-names.ts'
import styles from './calendar.module.css'

/** `agent` is blue, showings are orange, open houses green: on every calendar, whatever row or view they stand in. */
export type EventColor = 'agent' | 'showing' | 'open_house'

/** Of a kind of record; what is neither a showing nor an open house is the agent's own. */
export function eventColor(kind: string): EventColor {
  return kind === 'showing' || kind === 'open_house' ? kind : 'agent'
}

/** The looks of something that is on the calendar, in the colour of its `data-kind`. */
export function eventSlabClass(className?: string): string {
  return classNames(styles.slab, className)
}

/** What the colours of a calendar mean. */
export function EventKey() {
  return (
    <p className={styles.key}>
      <span data-kind="agent">You and your tours</span>
      <span data-kind="showing">Showing</span>
      <span data-kind="open_house">Open house</span>
    </p>
  )
}
