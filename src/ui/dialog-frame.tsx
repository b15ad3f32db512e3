import { lazy, type ReactNode, Suspense, useState } from 'react'

export type DialogFrameProps = {
  open: boolean
  /** Escape, or a press beside a sheet. */
  onClose: () => void
  role: 'dialog' | 'alertdialog'
  title: ReactNode
  /** `small` for a question or an alert, `wide` for a picture. */
  size?: 'default' | 'small' | 'wide'
  /** The title stands beside these buttons. */
  titleActions?: ReactNode
  children: ReactNode
}

/** Ten kilobytes that no list needs before somebody opens a dialog. */
const DialogWindow = lazy(() => import('./dialog-window.tsx').then((module) => ({ default: module.DialogWindow })))

/** The frame of every dialog. */
export function DialogFrame(props: DialogFrameProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}
