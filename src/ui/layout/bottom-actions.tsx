import type { ReactNode } from 'react'
import styles from './bottom-actions.module.css'

type ThumbBarProps = {
  /** Where two parts of a page share the bar: which half is this one's. */
  half?: 'start' | 'end'
  children: ReactNode
}

/** The buttons of a form: above the bottom bar for the thumb on a phone, at the end of the form on a desktop. */
export function BottomActions({ half, children }: ThumbBarProps) {
  return (
    <div className={styles.bar} data-thumb-bar data-half={half}>
      {children}
    </div>
  )
}
