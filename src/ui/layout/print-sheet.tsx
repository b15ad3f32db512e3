import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import styles from './print-sheet.module.css'

type PrintSheetProps = {
  label: string
  /** If false, this sheet is not printed, because another sheet of the page is. */
  isPrinted?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Content that is shown only in print. Its element is a sibling of the app's, so that one CSS rule hides the whole app on paper. */
export function PrintSheet({ label, isPrinted = true, className, children }: PrintSheetProps) {
  return createPortal(
    <article className={classNames(isPrinted ? styles.sheet : styles.other, className)} aria-label={label}>
      {children}
    </article>,
    document.body,
  )
}
