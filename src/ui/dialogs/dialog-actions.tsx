import type { ReactNode } from 'react'
import styles from './dialog-actions.module.css'

/** The buttons that close a dialog: side by side, wide on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
