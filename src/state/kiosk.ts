import { create } from 'zustand'
import { clearViews } from './last-views.ts'

/** The kiosk screen that this browser is locked to, and its agent. */
export type RunningKiosk = {
  agentId: string
  path: string
  /** The agent's name as visitors see it, if it was entered for this kiosk. */
  hostName?: string | undefined
}

type Kiosk = {
  running: RunningKiosk | null
  /** True if the session ended while the kiosk ran. The agent signs in again after leaving the kiosk (reading R2). */
  isSessionOver: boolean
}

export const useKiosk = create<Kiosk>(() => ({ running: null, isSessionOver: false }))

export function setKioskRunning(running: RunningKiosk): void {
  // Stored views show the agent's data.
  clearViews()
  useKiosk.setState({ running })
}

/** Resets the kiosk's state. Returns true if the session ended while the kiosk ran. */
export function resetKiosk(): boolean {
  const { isSessionOver } = useKiosk.getState()
  useKiosk.setState(useKiosk.getInitialState(), true)
  return isSessionOver
}

/** Called when the session ends. Returns true in a kiosk: the sign-in form is then shown only after the agent leaves the kiosk. */
export function deferSessionEnd(): boolean {
  const isKiosk = useKiosk.getState().running !== null
  if (isKiosk) useKiosk.setState({ isSessionOver: true })
  return isKiosk
}
