import { create } from 'zustand'
import { clearViews } from './last-views.ts'

/** The kiosk screen that this browser is locked to, and its agent. */
export type RunningKiosk = {
  agentId: string
  path: string
  hostName?: string | undefined
}

type Kiosk = {
  running: RunningKiosk | null
  /** The session ended while the kiosk ran; shown when the agent is back (reading R2). */
  isSessionOver: boolean
}

export const useKiosk = create<Kiosk>(() => ({ running: null, isSessionOver: false }))

export function setKioskRunning(running: RunningKiosk): void {
  clearViews()
  useKiosk.setState({ running })
}

/** Returns true if the session ended while the kiosk ran. */
export function setKioskLeft(): boolean {
  const { isSessionOver } = useKiosk.getState()
  useKiosk.setState(useKiosk.getInitialState(), true)
  return isSessionOver
}

/** Returns true if the sign-in form must wait until the agent leaves the kiosk: a kiosk screen is never replaced by it. */
export function deferSessionEnd(): boolean {
  const isKiosk = useKiosk.getState().running !== null
  if (isKiosk) useKiosk.setState({ isSessionOver: true })
  return isKiosk
}
