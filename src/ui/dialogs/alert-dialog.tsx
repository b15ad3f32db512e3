import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { DialogFrame } from './dialog-frame.tsx'

type AlertDialogProps = {
  open: boolean
  /** What must be known, such as 'File size must be less than 5MB'. */
  title: string
  children?: ReactNode
  onClose: () => void
}

/** A message that must be seen; one button closes it. */
export function AlertDialog({ open, title, children, onClose }: AlertDialogProps) {
  return (
    <DialogFrame open={open} onClose={onClose} role="alertdialog" title={title} size="small">
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
