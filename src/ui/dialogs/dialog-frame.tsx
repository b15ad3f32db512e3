import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { DialogWindowProps } from './dialog-window.tsx'
import styles from './dialog-frame.module.css'

/** Ten kilobytes that no list needs before somebody opens a dialog. */
const DialogWindow = lazy(() => import('./dialog-window.tsx').then((module) => ({ default: module.DialogWindow })))

/** The frame of every dialog. */
export function DialogFrame(props: DialogWindowProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}

/** The buttons that close a dialog: side by side, wide on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
