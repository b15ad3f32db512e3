import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef, type TouchEvent } from 'react'
import styles from './dialog-window.module.css'
import { useCloseOnBack } from './use-close-on-back.ts'
import { focusBeside, focusNextRowWhenGone, sameBesides } from '#ui/hooks/move-focus.ts'

export type DialogWindowProps = {
  open: boolean
  /** Called on Escape, Back, or a press outside a sheet. */
  onClose: () => void
  /** Blocks closing while the chosen action runs, because closing would not stop it. */
  busy?: boolean
  role: 'dialog' | 'alertdialog'
  title: ReactNode
  /**
   * `small` for a question or an alert; `tall` fills a phone and keeps its height elsewhere; `full` fills every window.
   */
  size?: 'default' | 'small' | 'tall' | 'full'
  /** Buttons beside the title. */
  titleActions?: ReactNode
  children: ReactNode
}

/**
 * The window of every dialog: at the bottom on a phone, centered elsewhere. The page behind is inert, and the focus
 * returns where it came from.
 *
 * The backdrop is our own element because Radix's overlay injects a style tag, which the content security policy
 * refuses.
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
            // The title is enough; without this Radix warns that a description is missing.
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              giveFocusBack.current = focusAfterDialog(document.activeElement)
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
              giveFocusBack.current()
            }}
            // Only its buttons and Escape answer an alert. A press on a toast does not close a sheet.
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

/** Also right if the press has already removed the toast: `closest` searches detached elements, too. */
function isOnMessage(pressed: EventTarget | null): boolean {
  return pressed instanceof Element && pressed.closest('[data-message]') !== null
}

/** Null on touch devices, whose keyboard would cover half of the dialog. */
function firstField(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return null
  return dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')
}

/**
 * Returns a function that restores the focus after the dialog closes. If the opener's row is deleted, then or a moment
 * later, the focus moves to the row beside it, otherwise to the page.
 */
function focusAfterDialog(opener: Element | null): () => void {
  const beside = opener === null ? null : sameBesides(opener)
  return () => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return focusBeside(beside)
    opener.focus({ preventScroll: true })
    focusNextRowWhenGone(opener, beside)
  }
}

/** Screens on which a sheet opens at the bottom, with a handle; on wider ones it is centered. */
const fromBelow = '(max-width: 639px)'
const lessMotion = '(prefers-reduced-motion: reduce)'

/** A sheet that is pulled this many pixels, or thrown, closes. */
const farEnough = 120
const thrownPixels = 30
const thrownPixelsPerMs = 0.5
const goodbyeMs = 160

type Pull = { startY: number; startX: number; startedAt: number; pulled: number }

/**
 * Lets the agent pull a sheet down to close it. Content that can still scroll up scrolls instead, and a gesture that
 * starts sideways is ignored.
 */
function useSwipeAway(onClose: () => void) {
  const pull = useRef<Pull | null>(null)

  function onTouchStart({ touches, target, currentTarget }: TouchEvent<HTMLElement>) {
    const finger = touches.length === 1 ? touches[0] : undefined
    const isFree = target instanceof Element && matchMedia(fromBelow).matches && isAtTop(target, currentTarget)
    pull.current =
      finger !== undefined && isFree
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
    const isThrown = current.pulled > thrownPixels && speed > thrownPixelsPerMs
    const isGoing = current.pulled > farEnough || isThrown
    const from = `0 ${current.pulled}px`
    currentTarget.style.translate = ''
    if (matchMedia(lessMotion).matches) return isGoing ? onClose() : undefined
    const way = currentTarget.animate({ translate: [from, isGoing ? '0 100%' : '0 0'] }, goodbyeMs)
    if (isGoing) way.onfinish = onClose
  }

  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd }
}

/** Whether nothing from the touched element up to the sheet can scroll up. */
function isAtTop(touched: Element, sheet: Element): boolean {
  for (let part: Element | null = touched; part !== null; part = part === sheet ? null : part.parentElement) {
    if (part.scrollTop > 0) return false
  }
  return true
}
