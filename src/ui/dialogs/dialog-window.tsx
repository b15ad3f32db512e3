import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef, type TouchEvent } from 'react'
import styles from './dialog-window.module.css'
import { useCloseOnBack } from './use-close-on-back.ts'
import { focusBeside, focusNextRowWhenGone, matchingButtonInNextRow } from '#ui/hooks/move-focus.ts'

export type DialogWindowProps = {
  open: boolean
  /** Called on Escape, on Back and, for `role` `dialog`, on a press outside or a swipe down. */
  onClose: () => void
  /** While the chosen action runs, the dialog cannot be closed, because closing would not stop the action. */
  busy?: boolean
  role: 'dialog' | 'alertdialog'
  title: ReactNode
  /** `small` for questions and alerts; `tall` fills a phone and has a fixed height elsewhere; `full` fills any window. */
  size?: 'default' | 'small' | 'tall' | 'full'
  titleActions?: ReactNode
  children: ReactNode
}

/** A sheet or an alert. It draws its own backdrop, because Radix's injects a style tag, which the content security policy refuses. */
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
  const restoreFocus = useRef(() => {})
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
            // The title is enough; without this Radix warns that a description is missing.
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              restoreFocus.current = focusAfterDialog(document.activeElement)
              const field = firstField(event.currentTarget)
              if (field === null) return
              event.preventDefault()
              field.focus()
            }}
            // Escape closes an open combobox list first.
            onEscapeKeyDown={(event) => {
              if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              restoreFocus.current()
            }}
            // A press outside closes a sheet, unless it is on a toast. It never closes an alert.
            onInteractOutside={(event) => {
              if (role === 'alertdialog' || isOnToast(event.target)) event.preventDefault()
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

/** `closest` also works if the press has already removed the toast from the page. */
function isOnToast(pressed: EventTarget | null): boolean {
  return pressed instanceof Element && pressed.closest('[data-message]') !== null
}

/** Returns the field to focus; null on touch devices, whose keyboard would cover half of the dialog. */
function firstField(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return null
  return dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')
}

/** Returns a function that restores the focus: to the opener or, if its row was deleted, to the row beside it. */
function focusAfterDialog(opener: Element | null): () => void {
  const beside = opener === null ? null : matchingButtonInNextRow(opener)
  return () => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return focusBeside(beside)
    opener.focus({ preventScroll: true })
    focusNextRowWhenGone(opener, beside)
  }
}

const bottomSheetQuery = '(max-width: 639px)'
const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

/** A sheet closes if it is pulled down this far, or flicked. */
const closeAfterPixels = 120
const flickPixels = 30
const flickPixelsPerMs = 0.5
const animationMs = 160

type Pull = { startY: number; startX: number; startedAt: number; pulled: number }

/** Closes a sheet that is pulled down. Content that can scroll up scrolls instead; sideways gestures are ignored. */
function useSwipeAway(onClose: () => void) {
  const pull = useRef<Pull | null>(null)

  function onTouchStart({ touches, target, currentTarget }: TouchEvent<HTMLElement>) {
    const finger = touches.length === 1 ? touches[0] : undefined
    const canPull = target instanceof Element && matchMedia(bottomSheetQuery).matches && isAtTop(target, currentTarget)
    pull.current =
      finger !== undefined && canPull
        ? { startX: finger.clientX, startY: finger.clientY, startedAt: performance.now(), pulled: 0 }
        : null
  }

  function onTouchMove({ touches, currentTarget }: TouchEvent<HTMLElement>) {
    const finger = touches[0]
    const { current } = pull
    if (current === null || finger === undefined) return
    const down = finger.clientY - current.startY
    const isAnotherGesture = Math.abs(finger.clientX - current.startX) > Math.abs(down) || down < 0
    if (touches.length > 1 || (current.pulled === 0 && isAnotherGesture)) {
      pull.current = null
      return
    }
    current.pulled = Math.max(0, down)
    currentTarget.style.translate = `0 ${current.pulled}px`
  }

  function onTouchEnd({ currentTarget }: TouchEvent<HTMLElement>) {
    const { current } = pull
    pull.current = null
    if (current === null || current.pulled === 0) return
    const speed = current.pulled / (performance.now() - current.startedAt)
    const isFlick = current.pulled > flickPixels && speed > flickPixelsPerMs
    const isClosing = current.pulled > closeAfterPixels || isFlick
    const from = `0 ${current.pulled}px`
    currentTarget.style.translate = ''
    if (matchMedia(reducedMotionQuery).matches) return isClosing ? onClose() : undefined
    const animation = currentTarget.animate({ translate: [from, isClosing ? '0 100%' : '0 0'] }, animationMs)
    if (isClosing) animation.onfinish = onClose
  }

  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd }
}

function isAtTop(touched: Element, sheet: Element): boolean {
  for (let part: Element | null = touched; part !== null; part = part === sheet ? null : part.parentElement) {
    if (part.scrollTop > 0) return false
  }
  return true
}
