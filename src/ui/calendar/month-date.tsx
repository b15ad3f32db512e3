import { type KeyboardEvent, useContext, useLayoutEffect, useRef } from 'react'
import { addMonths, longDateInWords, monthOf, sameDayOf, weekdayOf } from '#core/domain/month.ts'
import { addDays, dateOfInstant } from '#core/domain/wall-clock.ts'
import { MonthContext } from './month-context.ts'
import styles from './month-grid.module.css'

/** The number of a day as a button that covers its whole cell. The press itself is heard by the cell around it. */
export function MonthDate({ jsDate }: { jsDate: Date }) {
  const date = dateOfInstant(jsDate.getTime())
  const context = useContext(MonthContext)
  const button = useRef<HTMLButtonElement>(null)
  const isReachable = context?.reachable === date
  const takesFocus = isReachable && context.takesFocus
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  if (context === null) return null
  const { month, chosen, today, counts, onMove } = context

  function move(event: KeyboardEvent) {
    const next = dateAfterKey(event.key, date)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(next)
  }

  return (
    <button
      ref={button}
      type="button"
      className={styles.date}
      tabIndex={isReachable ? 0 : -1}
      aria-pressed={date === chosen}
      aria-current={date === today ? 'date' : undefined}
      aria-label={nameOf(date, counts.get(date) ?? 0)}
      data-out={monthOf(date) !== month || undefined}
      onKeyDown={move}
    >
      <span>{jsDate.getDate()}</span>
    </button>
  )
}

function nameOf(date: string, events: number): string {
  if (events === 0) return longDateInWords(date)
  return `${longDateInWords(date)}, ${events === 1 ? '1 event' : `${events} events`}`
}

/** As date pickers do: arrows by days and weeks, Home and End within the week, Page Up and Page Down by months. */
function dateAfterKey(key: string, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekdayOf(date))
    case 'End':
      return addDays(date, 6 - weekdayOf(date))
    case 'PageUp':
      return sameDayOf(addMonths(monthOf(date), -1), date)
    case 'PageDown':
      return sameDayOf(addMonths(monthOf(date), 1), date)
    default:
      return null
  }
}
