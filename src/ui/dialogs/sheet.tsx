import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CloseIcon } from '#ui/icons/icon.tsx'

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
