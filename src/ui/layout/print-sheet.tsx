import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import styles from './print-sheet.module.css'

type PrintSheetProps = {
  label: string
  /** `false` hides this sheet while another one of the page is printed. */
  isPrinted?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Shown only in print. It is beside the app, so that one rule hides the whole app on paper. */
export function PrintSheet({ label, isPrinted = true, className, children }: PrintSheetProps) {
  return createPortal(
    <article className={classNames(isPrinted ? styles.sheet : styles.other, className)} aria-label={label}>
      {children}
    </article>,
    document.body,
  )
}
