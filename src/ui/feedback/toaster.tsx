import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon, CloseIcon } from '#ui/icons/icon.tsx'
import styles from './toaster.module.css'

type ToastNotification = {
  id: string
  type?: 'info' | 'success' | 'error' | undefined
  title: string
  message?: string | undefined
  /** Milliseconds, 5000 by default; 0 stays until dismissed. */
  duration?: number | undefined
  /** One action, such as *Undo*; pressing it also dismisses the toast. */
  action?: { label: string; run: () => void } | undefined
  links?: readonly { label: string; href: string }[] | undefined
  /** Called repeatedly while the toast is hovered or focused, which pauses its timer, and once more when the timer continues. */
  onHold?: (() => void) | undefined
}

type ToasterProps = {
  /** Oldest first. */
  notifications: readonly ToastNotification[]
  onDismiss: (id: string) => void
}

const defaultDurationMs = 5000
const maxAtOnce = 3
const holdIntervalMs = 4000

export function Toaster({ notifications, onDismiss }: ToasterProps) {
  return (
    <section className={styles.toaster} aria-label="Notifications">
      {notifications.slice(-maxAtOnce).map((notification) => (
        <Toast key={notification.id} notification={notification} onDismiss={onDismiss} />
      ))}
    </section>
  )
}

function onVisibility(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

function isPageHidden(): boolean {
  return document.visibilityState === 'hidden'
}

type ToastProps = { notification: ToastNotification; onDismiss: (id: string) => void }

function Toast({ notification, onDismiss }: ToastProps) {
  const { id, type = 'info', title, message, action, links = [] } = notification
  const [isHovered, setIsHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  useAutoDismiss(notification, isHovered || hasFocus, onDismiss)

  return (
    <div
      className={styles.toast}
      data-message
      data-type={type}
      role={type === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      {type === 'success' && <CircleCheckIcon size={22} />}
      {type === 'error' && <CircleAlertIcon size={22} />}
      {type === 'info' && <ClockIcon size={22} />}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {message && <p className={styles.message}>{message}</p>}
        {links.map(({ label, href }) => (
          <a key={href} href={href} className={classNames(buttonClass({ variant: 'quiet' }), styles.action)}>
            {label}
          </a>
        ))}
        {action !== undefined && (
          <Button
            variant="quiet"
            className={styles.action}
            onClick={() => {
              action.run()
              onDismiss(id)
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton className={styles.dismiss} label={`Dismiss ${title}`} onClick={() => onDismiss(id)}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

function useAutoDismiss(
  { id, duration = defaultDurationMs, onHold }: ToastNotification,
  isBeingRead: boolean,
  onDismiss: (id: string) => void,
) {
  // Pause while the page is hidden, too, unless other work waits for the end of this toast (`onHold`).
  const isUnseen = useSyncExternalStore(onVisibility, isPageHidden) && onHold === undefined
  const remainingMs = useRef(duration)
  const leave = useEffectEvent(() => onDismiss(id))
  const hold = useEffectEvent(() => onHold?.())

  useEffect(() => {
    if (isBeingRead) {
      hold()
      const timer = setInterval(hold, holdIntervalMs)
      return () => {
        clearInterval(timer)
        hold()
      }
    }
    if (duration === 0 || isUnseen) return
    const startedAt = performance.now()
    const timer = setTimeout(leave, remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startedAt
    }
  }, [duration, isBeingRead, isUnseen])
}
