import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { DialogFrame, DialogActions } from './dialog-frame.tsx'

type ConfirmDialogProps = {
  open: boolean
  /** The question itself. */
  title: string
  /** What else to know before answering, such as what goes with it. */
  children?: ReactNode
  confirmLabel?: string
  /** Whether confirming destroys something. */
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question with two answers. The focus starts on the harmless one. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel = 'Delete',
  danger = true,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <DialogFrame open={open} onClose={onCancel} busy={busy} role="alertdialog" title={title} size="small">
      {children}
      <DialogActions>
        <Button aria-disabled={busy} onClick={() => !busy && onCancel()}>
          Cancel
        </Button>
        <Button variant={danger ? 'danger-solid' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

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
