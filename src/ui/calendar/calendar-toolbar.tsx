import type { ReactNode, Ref } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/icon.tsx'
import styles from './calendar.module.css'

type CalendarToolbarProps = {
  label: string
  unit: 'day' | 'week' | 'month'
  onPrevious: () => void
  onNext: () => void
  onToday: () => void
  /** Opens and closes the month calendar; without it, the label is plain text. */
  onLabel?: () => void
  isMonthOpen?: boolean
  labelRef?: Ref<HTMLButtonElement>
  children?: ReactNode
}

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
