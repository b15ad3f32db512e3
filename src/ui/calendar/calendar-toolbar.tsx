import type { ReactNode, Ref } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/icon.tsx'
import styles from './calendar.module.css'

type CalendarToolbarProps = {
  /** What is shown, in words. */
  label: string
  /** What the arrows go by. */
  unit: 'day' | 'week' | 'month'
  onPrevious: () => void
  onNext: () => void
  onToday: () => void
  /** Opens the month, and closes it again; without it the label is only read. */
  onLabel?: () => void
  isMonthOpen?: boolean
  /** To give the label's button the focus when a day was chosen. */
  labelRef?: Ref<HTMLButtonElement>
  /** At the end of the bar, such as the key to the colours. */
  children?: ReactNode
}

/** Goes through a calendar day by day, week by week or month by month. */
export function CalendarToolbar({
  label,
  unit,
  onPrevious,
  onNext,
  onToday,
  onLabel,
  isMonthOpen = false,
  labelRef,
  children,
}: CalendarToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.tools}>
        <IconButton label={`Previous ${unit}`} onClick={onPrevious}>
          <ChevronLeftIcon />
        </IconButton>
        {/* Said aloud when the arrows change it. */}
        <div aria-live="polite">
          {onLabel === undefined ? (
            <p className={styles.label}>{label}</p>
          ) : (
            <button ref={labelRef} type="button" className={styles.label} aria-expanded={isMonthOpen} onClick={onLabel}>
              {label}
              <ChevronDownIcon size={16} className={styles.arrow} />
            </button>
          )}
        </div>
        <IconButton label={`Next ${unit}`} onClick={onNext}>
          <ChevronRightIcon />
        </IconButton>
        <Button variant="quiet" onClick={onToday}>
          Today
        </Button>
      </div>
      {children}
    </div>
  )
}
