import type { Abilities } from './abilities.ts'
import type { AbortSignalLike, SyncPorts } from './ports.ts'

/** What everything that sends knows while one context holds the sender lock. */
export type Sending = {
  ports: SyncPorts
  abilities: Abilities
  /** This holder's name, for the attempts it makes. */
  sender: string
  /** Aborts when the lock is lost or the loop stops. */
  stop: AbortSignalLike
  /** Called when an operation is about to be sent. */
  onAttempt: () => void
}
