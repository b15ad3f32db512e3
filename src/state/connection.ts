import { create } from 'zustand'

/**
 * What the last exchange with the server showed; never a promise about the next one. `server-error` the server answered with a 5xx;
 * `paused` the server asked to wait until `nextAttemptAt`; `needs-login` the session ended; `wrong-agent` somebody
 * else is logged in with this browser's cookie; `outdated` the server asks for a newer version of this app.
 */
type ConnectionState =
  | 'starting'
  | 'idle'
  | 'sending'
  | 'offline'
  | 'server-error'
  | 'paused'
  | 'needs-login'
  | 'wrong-agent'
  | 'outdated'

export type Connection = {
  state: ConnectionState
  /** Operations on their way to the server; until `isCounted`, how many there were when the app was last left. */
  waiting: number
  isCounted: boolean
  /** Photos among them that stay back on this link, or until the agent sends them (fault I11). */
  heldPhotos: number
  /** Operations that the server refused or that conflict. */
  needsYou: number
  /** Epoch milliseconds; null when nothing is planned. */
  nextAttemptAt: number | null
  lastReachedAt: number | null
  /** `ours` offers keys, versions and the change feed; `plain` only the specified calls. */
  serverKind: 'ours' | 'plain' | 'unknown'
  /** While `offline`: something answered that is not the server, such as the sign-in page of a network. */
  isStranger: boolean
  /** How often sending stood still and was begun anew since this page was opened; said from the second time (fault B13). */
  restarts: number
  /** Why this device's storage cannot be used from this page; null while all is well. */
  storageTrouble: 'full' | 'gone' | 'newer-version' | 'lost' | 'refused' | null
  /** *Sync now*: tries at once, whatever the plan was. Does nothing without a signed-in agent. */
  syncNow: () => void
}

export const useConnection = create<Connection>(() => ({
  state: 'starting',
  waiting: 0,
  isCounted: false,
  heldPhotos: 0,
  needsYou: 0,
  nextAttemptAt: null,
  lastReachedAt: null,
  serverKind: 'unknown',
  isStranger: false,
  restarts: 0,
  storageTrouble: null,
  syncNow: () => {},
}))

/** Whether the server offers only the specification's calls; false while that is not known. */
export function useIsPlainServer(): boolean {
  return useConnection(isPlainServer)
}

export function isPlainServer({ serverKind } = useConnection.getState()): boolean {
  return serverKind === 'plain'
}

/** The agent has signed out; the next one starts from nothing. */
export function forgetConnection(): void {
  useConnection.setState(useConnection.getInitialState(), true)
}
