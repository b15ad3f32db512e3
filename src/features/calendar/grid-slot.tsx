import { type KeyboardEvent, useState } from 'react'
import { type Span, spanAt } from '#core/domain/schedule/grid-times.ts'
import { dayMinutes, usualStart } from '#core/domain/time/usual-times.ts'
import { dateInWords, daysBetween, minutesInWords } from '#core/domain/time/wall-clock.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './time-grid.module.css'
import { gridVariables } from './grid-variables.ts'

type GridSlotProps = {
  days: readonly string[]
  now: { today: string; minutesNow: number }
  onCreate: (times: Span & { date: string }) => void
}

const halfHour = 30

/** For the keyboard, an empty time: the arrow keys choose it, Enter begins an appointment there. Only the focus shows it. */
export function GridSlot({ days, now: { today, minutesNow }, onCreate }: GridSlotProps) {
  const [moved, setMoved] = useState<{ date: string; minute: number } | null>(null)
  const minute = moved?.minute ?? usualStart(days.includes(today) ? minutesNow : null)
  // Other days may be shown than those it was chosen among: in another week it stands on the same weekday.
  const day = Math.max(
    days.findIndex((one) => (moved ? daysBetween(moved.date, one) % 7 === 0 : one === today)),
    0,
  )
  const date = days[day] ?? ''
  const label = `Add at ${minutesInWords(minute)}, ${dateInWords(date, today)}`

  function move(pressed: KeyboardEvent): void {
    const [byDay, byTime] = steps[pressed.key] ?? [0, 0]
    if (!(pressed.key in steps)) return
    pressed.preventDefault()
    const next = { date: days[day + byDay], minute: minute + byTime * halfHour }
    if (next.date !== undefined && next.minute >= 0 && next.minute < dayMinutes) setMoved({ ...next, date: next.date })
  }

  return (
    <>
      <button
        type="button"
        className={styles.slot}
        style={gridVariables({ start: minute, day })}
        aria-label={label}
        // The browser brings a focused control into sight only when it gets the focus.
        ref={(button) => {
          if (moved !== null && document.activeElement === button) button?.scrollIntoView({ block: 'nearest' })
        }}
        onKeyDown={move}
        onClick={() => onCreate({ date, ...spanAt(minute) })}
      >
        + {minutesInWords(minute)}
      </button>
      <VisuallyHidden>
        <span role="status">{moved === null ? '' : label}</span>
      </VisuallyHidden>
    </>
  )
}

const steps: Record<string, readonly [days: number, times: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
