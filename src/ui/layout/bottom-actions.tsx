import type { ReactNode } from 'react'
import styles from './bottom-actions.module.css'

type BottomActionsProps = {
  /** The half of the bar to fill, if two parts of a page share it. */
  half?: 'start' | 'end'
  children: ReactNode
}

/** A form's buttons: above the bottom bar on a phone, at the end of the form elsewhere. */
export function BottomActions({ half, children }: BottomActionsProps) {
  return (
    <div className={styles.bar} data-bottom-actions data-half={half}>
      {children}
    </div>
  )
}
