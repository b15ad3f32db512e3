import { lazy, Suspense, useState } from 'react'
import type { DialogWindowProps } from './dialog-window.tsx'

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
