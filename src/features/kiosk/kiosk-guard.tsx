import { useLocation, useBlocker } from '@tanstack/react-router'
import { useEffect, type ReactNode, useState, type KeyboardEvent, useRef } from 'react'
import { useKiosk } from '#state/kiosk.ts'
import { KioskSetUp } from './kiosk-set-up.tsx'
import styles from './kiosk.module.css'
import { LeaveKioskSheet } from './leave-kiosk-sheet.tsx'
import { LockIcon } from '#ui/icons/icon.tsx'

type KioskGuardProps = {
  title: string
  /** Address and date, so that a tablet is not set up at the wrong house. */
  where: string
  /** What the kiosk is for, shown before the start. */
  about: string
  /** A problem that the agent must see before the start, such as an event on another day. */
  warning?: ReactNode
  /** Whether visitors see the agent's name; the form asks for it if the profile has none. */
  showsAgentName?: boolean
  /** The footer, such as "Open house until 3:00 PM". */
  footer?: ReactNode
  /** A text about unsent work, shown in the sheet where the agent ends the kiosk. */
  unsentNotice: ReactNode
  /** Shown instead of the set-up if the open house does not exist; null shows nothing while it is read. */
  notFound?: ReactNode
  /** Navigates away, after *Cancel* in the set-up and after the end of the kiosk. */
  onLeave: () => void
  children: ReactNode
}

/** Lets the agent choose a PIN, then shows only the children in this browser until the PIN is entered. */
export function KioskGuard({ footer, unsentNotice, notFound, onLeave, children, ...setUp }: KioskGuardProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isRunning = useKiosk(({ running }) => running?.path === path)
  if (!isRunning && notFound !== undefined) return notFound
  if (!isRunning) return <KioskSetUp path={path} {...setUp} onCancel={onLeave} />
  return (
    <KioskFrame path={path} title={setUp.title} footer={footer} unsentNotice={unsentNotice} onLeave={onLeave}>
      {children}
    </KioskFrame>
  )
}

type KioskFrameProps = {
  path: string
  title: string
  footer?: ReactNode
  unsentNotice: ReactNode
  onLeave: () => void
  children: ReactNode
}

function KioskFrame({ path, title, footer, unsentNotice, onLeave, children }: KioskFrameProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  useWakeLock()
  // Blocks *Back* and links. If a visitor enters another URL, the root route redirects it to the kiosk.
  useBlocker({
    shouldBlockFn: ({ next }) => useKiosk.getState().running !== null && next.pathname !== path,
    enableBeforeUnload: false,
  })
  useEffect(() => {
    // With a single history entry, *Back* would leave the app, so this adds one.
    if (window.history.length < 2) window.history.pushState(window.history.state, '')
    // Preloads the PIN dialog for offline use.
    void import('#ui/dialogs/dialog-window.tsx').catch(() => undefined)
  }, [])
  return (
    <div className={styles.kiosk}>
      <div className={styles.page}>{children}</div>
      <footer className={styles.foot}>
        <p className={styles.footer}>{footer}</p>
        <HoldButton label={`Leave ${title}`} onHeld={() => setIsLeaving(true)} />
      </footer>
      {isLeaving && (
        <LeaveKioskSheet
          title={title}
          unsentNotice={unsentNotice}
          onClose={() => setIsLeaving(false)}
          onLeave={onLeave}
        />
      )}
    </div>
  )
}

function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isMounted = true

    async function request() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
      try {
        const granted = await navigator.wakeLock.request('screen')
        if (isMounted) lock = granted
        else await granted.release()
      } catch {
        // Refused, for example on low battery; the kiosk still works.
      }
    }

    // The browser releases the lock when the page is hidden, so it is requested again when the page is shown.
    const onChange = () => void request()
    document.addEventListener('visibilitychange', onChange)
    void request()
    return () => {
      isMounted = false
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}

/** How long the button must be held: long enough not to be triggered by accident. */
const holdMs = 1500
const hintMs = 2000

/** A button that must be held, by touch, mouse or key. A short press shows a hint. */
function HoldButton({ label, onHeld }: { label: string; onHeld: () => void }) {
  const [state, setState] = useState<'idle' | 'held' | 'let-go'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function hold() {
    clearTimeout(timer.current)
    setState('held')
    timer.current = setTimeout(() => {
      setState('idle')
      onHeld()
    }, holdMs)
  }

  function release() {
    if (state !== 'held') return
    clearTimeout(timer.current)
    setState('let-go')
    timer.current = setTimeout(() => setState('idle'), hintMs)
  }

  function keyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) hold()
  }

  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.hold}
        data-state={state}
        aria-label={`${label}: press and hold`}
        onPointerDown={hold}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        // Lifting the finger would click whatever has opened beneath it.
        onTouchEnd={(event) => event.preventDefault()}
        onKeyDown={keyDown}
        onKeyUp={release}
        onBlur={release}
        // Suppresses the tablet's long-press menu.
        onContextMenu={(event) => event.preventDefault()}
      >
        <LockIcon size={20} />
        <svg className={styles.ring} viewBox="0 0 44 44" aria-hidden focusable={false}>
          <circle cx="22" cy="22" r="20" pathLength="1" />
        </svg>
      </button>
      <span role="status" className={styles.words}>
        {state === 'let-go' ? 'Press and hold to leave.' : ''}
      </span>
    </div>
  )
}
