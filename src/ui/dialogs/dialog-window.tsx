import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import styles from './dialog-window.module.css'
import { focusAfterDialog } from './focus-after-dialog.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useSwipeAway } from './use-swipe-away.ts'

export type DialogWindowProps = {
  open: boolean
  /** Escape, Back, or a press beside a sheet. */
  onClose: () => void
  /** What was chosen is under way, so that closing would only seem to stop it. */
  busy?: boolean
  role: 'dialog' | 'alertdialog'
  title: ReactNode
  /** `small` for a question or an alert, `tall` for what fills a phone and keeps its height elsewhere, `full` for what fills every window. */
  size?: 'default' | 'small' | 'tall' | 'full'
  /** The title stands beside these buttons. */
  titleActions?: ReactNode
  children: ReactNode
}

/**
 * The window of every dialog: from below on a phone, in the middle elsewhere; the page behind is inert and the focus
 * returns where it came from. The backdrop is our own element, because Radix's overlay injects a style tag that the
 * content security policy refuses.
 */
export function DialogWindow({
  open,
  onClose,
  busy = false,
  role,
  title,
  size,
  titleActions,
  children,
}: DialogWindowProps) {
  const giveFocusBack = useRef(() => {})
  const close = busy ? () => {} : onClose
  useCloseOnBack(open, busy, onClose)
  const swipeAway = useSwipeAway(close)
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <div className={styles.backdrop}>
          <Dialog.Content
            className={styles.dialog}
            data-size={size}
            role={role}
            aria-modal
            {...(role === 'dialog' && swipeAway)}
            // The title says it all; Radix would otherwise ask for a description.
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              giveFocusBack.current = focusAfterDialog(document.activeElement)
              const field = firstField(event.currentTarget)
              if (field === null) return
              event.preventDefault()
              field.focus()
            }}
            // An open list inside takes Escape first.
            onEscapeKeyDown={(event) => {
              if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              giveFocusBack.current()
            }}
            // A question is answered by its buttons or Escape, never by a press beside it; one on a message closes no sheet.
            onInteractOutside={(event) => {
              if (role === 'alertdialog' || isOnMessage(event.target)) event.preventDefault()
            }}
          >
            {role === 'dialog' && <span className={styles.grab} aria-hidden />}
            <div className={styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              {titleActions}
            </div>
            {children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Asked after the press, when the message may be gone with all that is in it. */
function isOnMessage(pressed: EventTarget | null): boolean {
  return pressed instanceof Element && pressed.closest('[data-message]') !== null
}

/** Where a keyboard is at hand; on a phone it would cover half of what is asked. */
function firstField(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return null
  return dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')
}
