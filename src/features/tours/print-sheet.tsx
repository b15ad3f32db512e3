import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './print-sheet.module.css'

type PrintSheetProps = {
  label: string
  /** Of several sheets of a page only one is printed. */
  isPrinted?: boolean
  children: ReactNode
}

/**
 * What is printed instead of the page. It stands beside the app, not in it, so that printing hides all of the app by one
 * rule; on the screen it is never seen or heard.
 */
export function PrintSheet({ label, isPrinted = true, children }: PrintSheetProps) {
  return createPortal(
    <article className={isPrinted ? styles.sheet : styles.other} aria-label={label}>
      {children}
    </article>,
    document.body,
  )
}
