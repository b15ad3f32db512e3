import { formatCount } from '#core/format/numbers.ts'
import { useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { DialogFrame, DialogActions } from '#ui/dialogs/dialog-frame.tsx'
import styles from './sign-out-dialog.module.css'

type SignOutDialogProps = {
  unsent: number
  isSending: boolean
  busy: boolean
  onStay: () => void
  /** Locks the data on this device. Undefined if the data cannot stay here. */
  onKeep: (() => void) | undefined
  onExport: () => void
  onDiscard: () => void
}

/** Shown if unsent changes remain at a logout: the agent chooses what happens to them, and must tick a box to discard them. */
export function SignOutDialog({ unsent, isSending, busy, onStay, onKeep, onExport, onDiscard }: SignOutDialogProps) {
  const [isTicked, setIsTicked] = useState(false)
  const [isTickMissing, setIsTickMissing] = useState(false)
  const countText = formatCount(unsent, 'unsent change')
  const them = unsent === 1 ? 'it' : 'them'
  return (
    <DialogFrame open onClose={onStay} busy={busy} role="alertdialog" title={`You have ${countText}`} size="small">
      <p>
        {unsent === 1 ? 'It has' : 'They have'} not reached the server.{' '}
        {isSending
          ? `Trying to send ${them} now; then you are logged out.`
          : `Stay and send ${them}, or choose what happens before you log out.`}
      </p>
      <div className={styles.choices}>
        <Button variant="primary" aria-disabled={busy} onClick={() => !busy && onStay()}>
          Stay
        </Button>
        {onKeep && (
          <Button busy={busy} onClick={onKeep}>
            Keep {them} locked on this device
          </Button>
        )}
        <Button aria-disabled={busy} onClick={() => !busy && onExport()}>
          Export
        </Button>
      </div>
      <div className={styles.discard}>
        <CheckboxField
          label={`Discard ${countText}`}
          name="discard"
          checked={isTicked}
          error={isTickMissing && !isTicked ? `Check the box to discard ${them}.` : undefined}
          onChange={(event) => setIsTicked(event.target.checked)}
        />
        <DialogActions>
          <Button
            variant="danger-solid"
            aria-disabled={!isTicked}
            busy={busy && isTicked}
            onClick={() => (isTicked ? onDiscard() : setIsTickMissing(true))}
          >
            Discard
          </Button>
        </DialogActions>
      </div>
    </DialogFrame>
  )
}
