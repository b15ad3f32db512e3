import type { ReactNode } from 'react'
import styles from './thumb-bar.module.css'

/** The buttons of a form: above the bottom bar for the thumb on a phone, at the end of the form on a desktop. */
export function ThumbBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.bar} data-thumb-bar>
      {children}
    </div>
  )
}
