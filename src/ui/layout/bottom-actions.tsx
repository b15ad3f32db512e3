import type { ReactNode } from 'react'
import styles from './bottom-actions.module.css'

type BottomActionsProps = {
  /** Where two parts of a page share the bar: which half is this one's. */
  half?: 'start' | 'end'
  children: ReactNode
}

/** The buttons of a form: above the bottom bar for the thumb on a phone, at the end of the form on a desktop. */
export function BottomActions({ half, children }: BottomActionsProps) {
  return (
    <div className={styles.bar} data-bottom-actions data-half={half}>
      {children}
    </div>
  )
}
