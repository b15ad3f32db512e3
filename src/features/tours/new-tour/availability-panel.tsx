import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { timeOfSeconds } from '#core/domain/time/seconds-of-day.ts'
import type { Availability } from '#core/planner/availability.ts'
import { Card } from '#ui/layout/card.tsx'
import { ClockIcon } from '#ui/icons/icon.tsx'
import { Outdated } from './route-panel.tsx'
import styles from './preview-panels.module.css'

const mostSlots = 3

/** When the agent is free on the tour's day: the first three slots, then how many more. */
export function AvailabilityPanel({ availability, isOutdated }: { availability: Availability; isOutdated: boolean }) {
  const { available_slots: slots, slot_count, longest_slot } = availability
  return (
    <Card
      title="Availability"
      flush
      actions={
        isOutdated ? <Outdated /> : slot_count > 0 && <span className={styles.figure}>longest {longest_slot} min</span>
      }
    >
      {slots.length === 0 ? (
        <p className={styles.none}>You have no free time long enough for a visit on this day.</p>
      ) : (
        <ul className={styles.list}>
          {slots.slice(0, mostSlots).map(({ start_time, end_time }) => (
            <li key={start_time}>
              <span className={styles.icon}>
                <ClockIcon size={18} />
              </span>
              {timeInWords(timeOfSeconds(start_time))} – {timeInWords(timeOfSeconds(end_time))}
            </li>
          ))}
          {slot_count > mostSlots && <li className={styles.more}>+{slot_count - mostSlots} more</li>}
        </ul>
      )}
    </Card>
  )
}
