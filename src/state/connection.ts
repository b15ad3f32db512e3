import { create } from 'zustand'

/**
 * The result of the last exchange with the server; it says nothing about the next one. `server-error`: a 5xx. `paused`: the
 * server requested a pause until `nextAttemptAt`. `needs-login`: the session has ended. `wrong-agent`: this browser's cookie
 * belongs to another agent. `outdated`: the server needs a newer version of this app.
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
  /** The number of operations to send; until `isCounted` is true, the number of all unsent operations when the app was last left. */
  waitingCount: number
  isCounted: boolean
  /** How many operations to send are photos that wait for another connection, or until the agent sends them (fault I11). */
  heldPhotos: number
  /** The number of operations that only the agent can resolve. */
  needsAgentCount: number
  /** When the next exchange is planned, in epoch milliseconds; null if none is. */
  nextAttemptAt: number | null
  /** When the server last answered this device, also before this page opened, in epoch milliseconds; null if never. */
  lastReachedAt: number | null
  /** `ours` offers idempotency keys, versions and the feed; `plain` only the specification's calls. */
  serverKind: 'ours' | 'plain' | 'unknown'
  /** True while `offline` if something other than the server answered, such as a network's sign-in page. */
  isForeignAnswer: boolean
  /** How often stuck sending was restarted since this page opened; shown from the second time on (fault B13). */
  restarts: number
  /** Why this page cannot use the device's storage, as in `storage/database/storage-error.ts`; null if it can. */
  storageTrouble: 'full' | 'gone' | 'newer-version' | 'lost' | 'refused' | null
  /** *Sync now*: sends at once, without waiting for the backoff. Does nothing if no agent is signed in. */
  syncNow: () => void
}

export const useConnection = create<Connection>(() => ({
  state: 'starting',
  waitingCount: 0,
  isCounted: false,
  heldPhotos: 0,
  needsAgentCount: 0,
  nextAttemptAt: null,
  lastReachedAt: null,
  serverKind: 'unknown',
  isForeignAnswer: false,
  restarts: 0,
  storageTrouble: null,
  syncNow: () => {},
}))

/** False while the kind of server is unknown. */
export function useIsPlainServer(): boolean {
  return useConnection(isPlainServer)
}

export function isPlainServer({ serverKind } = useConnection.getState()): boolean {
  return serverKind === 'plain'
}

/** Resets the state to `starting`; called when sync stops, such as at sign-out. */
export function forgetConnection(): void {
  useConnection.setState(useConnection.getInitialState(), true)
}
