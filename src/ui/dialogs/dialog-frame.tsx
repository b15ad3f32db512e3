import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { DialogWindowProps } from './dialog-window.tsx'
import styles from './dialog-frame.module.css'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CloseIcon } from '#ui/icons/icon.tsx'

/** Loaded when the first dialog opens, which keeps ten kilobytes out of the initial page. */
const DialogWindow = lazy(() => import('./dialog-window.tsx').then((module) => ({ default: module.DialogWindow })))

/** A dialog; `DialogWindowProps` describes the props. Renders nothing until it is opened for the first time. */
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

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

type SheetProps = {
  open: boolean
  title: ReactNode
  closeLabel?: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with content: at the bottom on a phone, centered elsewhere. */
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
