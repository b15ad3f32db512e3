import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import styles from './print-sheet.module.css'

type PrintSheetProps = {
  label: string
  /** Of several sheets of a page only one is printed. */
  isPrinted?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * What is printed instead of the page. It stands beside the app, not in it, so that printing hides all of the app by one
 * rule; on the screen it is never seen or heard.
 */
export function PrintSheet({ label, isPrinted = true, className, children }: PrintSheetProps) {
  return createPortal(
    <article className={classNames(isPrinted ? styles.sheet : styles.other, className)} aria-label={label}>
      {children}
    </article>,
    document.body,
  )
}
