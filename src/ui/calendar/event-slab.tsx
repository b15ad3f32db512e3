import { classNames } from '#ui/layout/class-names.ts'
import styles from './calendar.module.css'

/** Blue for the agent's own events, orange for showings, green for open houses, on every calendar. */
export type EventColor = 'agent' | 'showing' | 'open_house'

export function eventColor(kind: string): EventColor {
  return kind === 'showing' || kind === 'open_house' ? kind : 'agent'
}

/** Returns the class names of a calendar event; `data-kind` sets its color. */
export function eventSlabClass(className?: string): string {
  return classNames(styles.slab, className)
}

export function EventLegend() {
  return (
    <p className={styles.key}>
      <span data-kind="agent">You and your tours</span>
      <span data-kind="showing">Showing</span>
      <span data-kind="open_house">Open house</span>
    </p>
  )
}
