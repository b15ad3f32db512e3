import { useLocation, useBlocker } from '@tanstack/react-router'
import { useEffect, type ReactNode, useState, type KeyboardEvent, useRef } from 'react'
import { useKiosk } from '#state/kiosk.ts'
import { KioskSetUp } from './kiosk-set-up.tsx'
import styles from './kiosk.module.css'
import { LeaveKioskSheet } from './leave-kiosk-sheet.tsx'
import { LockIcon } from '#ui/icons/icon.tsx'

type KioskGuardProps = {
  /** What the kiosk is for, such as "Open-house sign-in"; heads its set-up. */
  title: string
  /** Which house and day it is for, so that no tablet stands in another one. */
  where: string
  /** One sentence for the agent who sets it up. */
  about: string
  /** What the agent should see before starting, such as that the event is on another day. */
  warning?: ReactNode
  /** Whether visitors read the agent's name; it is asked for where the profile has none. */
  saysName?: boolean
  /** A quiet line at the foot of the visitors' page, such as "Open house until 3:00 PM · 14 in". */
  hostLine?: ReactNode
  /** For the agent who is about to leave: what waits to be sent. */
  waiting: ReactNode
  /** Stands in place of the set-up when there is nothing to put on a tablet. */
  missing?: ReactNode
  /** Where to go when the PIN was given, or when the agent does not start after all. */
  onLeave: () => void
  /** The visitors' page. */
  children: ReactNode
}

/**
 * The agent chooses a PIN; from then on this browser shows nothing but the children, whatever address is opened, until
 * the PIN is given again.
 */
export function KioskGuard({ hostLine, waiting, missing, onLeave, children, ...setUp }: KioskGuardProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isRunning = useKiosk(({ running }) => running?.path === path)
  if (!isRunning && missing !== undefined) return missing
  if (!isRunning) return <KioskSetUp path={path} {...setUp} onCancel={onLeave} />
  return (
    <KioskFrame path={path} title={setUp.title} hostLine={hostLine} waiting={waiting} onLeave={onLeave}>
      {children}
    </KioskFrame>
  )
}

type KioskFrameProps = {
  path: string
  title: string
  hostLine?: ReactNode
  waiting: ReactNode
  onLeave: () => void
  children: ReactNode
}

/** The visitors' page over the whole window, and the one way out of it. */
function KioskFrame({ path, title, hostLine, waiting, onLeave, children }: KioskFrameProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  useWakeLock()
  // Back, and whatever else would lead away; the table of addresses turns back what comes from outside.
  useBlocker({
    shouldBlockFn: ({ next }) => useKiosk.getState().running !== null && next.pathname !== path,
    enableBeforeUnload: false,
  })
  useEffect(() => {
    // Where the browser lets Back leave the whole page, one more entry holds it here.
    if (window.history.length < 2) window.history.pushState(window.history.state, '')
    // So that the PIN can be asked for without a network.
    void import('#ui/dialogs/dialog-window.tsx').catch(() => undefined)
  }, [])
  return (
    <div className={styles.kiosk}>
      <div className={styles.page}>{children}</div>
      <footer className={styles.foot}>
        <p className={styles.host}>{hostLine}</p>
        <HoldButton label={`Leave ${title}`} onHeld={() => setIsLeaving(true)} />
      </footer>
      {isLeaving && (
        <LeaveKioskSheet title={title} waiting={waiting} onClose={() => setIsLeaving(false)} onLeave={onLeave} />
      )}
    </div>
  )
}

/** Keeps the screen on while the page is looked at. Browsers that cannot are left to the device's own settings. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isWanted = true

    async function take() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (isWanted) lock = taken
        else await taken.release()
      } catch {
        // A low battery may forbid it; the kiosk works all the same.
      }
    }

    // The browser takes the lock back whenever the page is hidden.
    const onChange = () => void take()
    document.addEventListener('visibilitychange', onChange)
    void take()
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}

/** Long enough that no curious finger gets there by chance. */
const holdMs = 1500
/** How long a mere press shows what it takes. */
const wordsMs = 2000

/** A button that answers to being held: with a finger, a mouse, or a key. A press shows the ring filling, and says so. */
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

  function letGo() {
    if (state !== 'held') return
    clearTimeout(timer.current)
    setState('let-go')
    timer.current = setTimeout(() => setState('idle'), wordsMs)
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
        onPointerUp={letGo}
        onPointerLeave={letGo}
        onPointerCancel={letGo}
        // The click of a finger that is lifted would press what has opened under it meanwhile.
        onTouchEnd={(event) => event.preventDefault()}
        onKeyDown={keyDown}
        onKeyUp={letGo}
        onBlur={letGo}
        // A tablet would open its menu for images and links.
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
