import { create } from 'zustand'
import { forgetViews } from './last-views.ts'

/** The visitors' screen that this browser is locked to, and whose agent's it is. */
export type RunningKiosk = {
  agentId: string
  path: string
  /** What visitors call an agent whose profile has no name. */
  hostName?: string | undefined
}

type Kiosk = {
  /** Null when the agent has the device to themselves. */
  running: RunningKiosk | null
  /** The server ended the session meanwhile; shown when the agent is back (reading R2). */
  isSessionOver: boolean
}

export const useKiosk = create<Kiosk>(() => ({ running: null, isSessionOver: false }))

/** From now on every address leads to this one. */
export function kioskIsRunning(running: RunningKiosk): void {
  forgetViews()
  useKiosk.setState({ running })
}

/** The agent has the device back; true when their session ended in the meantime. */
export function kioskIsLeft(): boolean {
  const { isSessionOver } = useKiosk.getState()
  useKiosk.setState(useKiosk.getInitialState(), true)
  return isSessionOver
}

/** A visitor's screen never gives way to a sign-in form; true when the end of the session has to wait for the agent. */
export function isSessionEndPutOff(): boolean {
  const isPutOff = useKiosk.getState().running !== null
  if (isPutOff) useKiosk.setState({ isSessionOver: true })
  return isPutOff
}
