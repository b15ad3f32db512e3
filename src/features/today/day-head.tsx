import { type ReactNode, useRef } from 'react'
import { addDays, dateInWords } from '#core/domain/time/wall-clock.ts'
import { Button } from '#ui/basics/button.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/icon.tsx'
import styles from './day-head.module.css'

type DayHeadProps = {
  date: string
  today: string
  onChoose: (date: string) => void
  /** What can begin on this day. */
  actions: ReactNode
}

/** The day by its name, the ways to others, and what can begin: one line, because what is next has to be in sight. */
export function DayHead({ date, today, onChoose, actions }: DayHeadProps) {
  const isToday = date === today
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <header className={styles.head}>
      <IconButton label="Previous day" onClick={() => onChoose(addDays(date, -1))}>
        <ChevronLeftIcon />
      </IconButton>
      {/* Said aloud when the arrows change it. */}
      <div className={styles.day} aria-live="polite">
        {/* Takes the focus after navigation, so that a screen reader starts at the new page. */}
        <h1 ref={heading} tabIndex={-1}>
          {isToday ? 'Today' : dateInWords(date, today)}
        </h1>
        {isToday && <p className={styles.date}>{dateInWords(date, today)}</p>}
      </div>
      <IconButton label="Next day" onClick={() => onChoose(addDays(date, 1))}>
        <ChevronRightIcon />
      </IconButton>
      {!isToday && (
        <Button
          variant="quiet"
          onClick={() => {
            // The button goes, and the focus with it.
            heading.current?.focus()
            onChoose(today)
          }}
        >
          Today
        </Button>
      )}
      <div className={styles.actions}>{actions}</div>
    </header>
  )
}
