import type { ServerKind } from '#core/sync/metadata-keys.ts'
import type { HoldPolicy } from './hold-policy.ts'
import { type BatchLoader, type Push, push } from './push.ts'
import type { SendingContext } from './sending-context.ts'
import type { History } from './server-kind.ts'

/** `visitors`: a kiosk has limited the session on the server, which then accepts visitors of open houses and shows nothing. */
export type SessionScope = 'agent' | 'visitors'

export type KioskPart = {
  /** Limits or widens our server's session, as this browser is a kiosk or not; left out where there are no kiosks. */
  agreeOnKiosk?: (known: SessionScope) => Promise<SessionScope | 'unreached' | 'stuck'>
}

/** Returns what the session may do from now on. `unreached`: no answer. `stuck`: it is limited, and only a login ends that. */
export async function scopeOfSession(
  { agreeOnKiosk }: KioskPart,
  identity: 'owner' | 'visitors',
  serverKind: ServerKind['kind'],
): Promise<SessionScope | 'unreached' | 'stuck'> {
  const known = identity === 'owner' ? 'agent' : 'visitors'
  return serverKind === 'ours' && agreeOnKiosk !== undefined ? agreeOnKiosk(known) : known
}

/** Holds everything but new visitors until the kiosk is left. */
export function onlyVisitors(holds: HoldPolicy): HoldPolicy {
  return (waiting) => (waiting.entity === 'open_house_visit' && waiting.kind === 'create' ? holds(waiting) : 'kiosk')
}

type Sent = { state: 'idle' | Exclude<Push['end'], 'drained' | 'history-changed'>; nextAttemptAt: number | null }

/** Sends visitors and reads nothing. A restored server gets nothing, because its records have to be read first (fault C19). */
export async function sendVisitors(sending: SendingContext, { isSame }: History, parts: BatchLoader): Promise<Sent> {
  const inAMinute = sending.ports.clock.now() + 60_000
  if (!isSame) return { state: 'idle', nextAttemptAt: inAMinute }
  const { end, nextAttemptAt } = await push(sending, parts)
  if (end === 'history-changed') return { state: 'idle', nextAttemptAt: inAMinute }
  return { state: end === 'drained' ? 'idle' : end, nextAttemptAt }
}
