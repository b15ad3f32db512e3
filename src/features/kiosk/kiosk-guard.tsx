import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useKiosk } from '#state/kiosk.ts'
import { KioskFrame } from './kiosk-frame.tsx'
import { KioskSetUp } from './kiosk-set-up.tsx'

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
