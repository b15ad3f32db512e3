import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { DialogFrame, DialogActions } from './dialog-frame.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A dialog with *Cancel* and a confirm button. *Cancel* has the initial focus, so that Enter confirms nothing by mistake. */
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
  title: string
  children?: ReactNode
  onClose: () => void
}

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
