import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useKiosk } from '#state/kiosk.ts'
import { HoldButton } from './hold-button.tsx'
import styles from './kiosk-frame.module.css'
import { LeaveKioskSheet } from './leave-kiosk-sheet.tsx'
import { useWakeLock } from './use-wake-lock.ts'

type KioskFrameProps = {
  path: string
  title: string
  hostLine?: ReactNode
  waiting: ReactNode
  onLeave: () => void
  children: ReactNode
}

/** The visitors' page over the whole window, and the one way out of it. */
export function KioskFrame({ path, title, hostLine, waiting, onLeave, children }: KioskFrameProps) {
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
