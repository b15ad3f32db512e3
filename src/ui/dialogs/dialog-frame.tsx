import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { DialogWindowProps } from './dialog-window.tsx'
import styles from './dialog-frame.module.css'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CloseIcon } from '#ui/icons/icon.tsx'

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

type SheetProps = {
  open: boolean
  title: ReactNode
  /** What the closing button is called. */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
}

/** Content over the page: from below on a phone, in the middle elsewhere. */
export function Sheet({ open, title, closeLabel = 'Close', onClose, children }: SheetProps) {
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      role="dialog"
      title={title}
      titleActions={
        <IconButton label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      }
    >
      {children}
    </DialogFrame>
  )
}
