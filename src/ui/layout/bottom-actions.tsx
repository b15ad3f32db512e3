import type { ReactNode } from 'react'
import styles from './bottom-actions.module.css'

type BottomActionsProps = {
  /** The half of the bar to fill, if two parts of a page share it. */
  half?: 'start' | 'end'
  children: ReactNode
}

/** The main buttons of a page or form: on phones and tablets fixed above the bottom bar, on wide or very low screens within the page. */
export function BottomActions({ half, children }: BottomActionsProps) {
  return (
    <div className={styles.bar} data-bottom-actions data-half={half}>
      {children}
    </div>
  )
}
