import type { ServerKind } from '#core/sync/metadata-keys.ts'
import type { HoldPolicy } from './hold-policy.ts'
import { type BatchLoader, type PushResult, push } from './push.ts'
import type { SendingContext } from './sending-context.ts'
import type { History } from './which-server.ts'

/** `visitors`: a kiosk has limited the session on the server, which then accepts new open-house visitors and returns no other records. */
export type SessionScope = 'agent' | 'visitors'

export type KioskPorts = {
  /** Limits our server's session if this browser is a kiosk, else ends the limit. `known`: the scope so far. Resolves as `scopeOfSession`. */
  syncSessionScope?: (known: SessionScope) => Promise<SessionScope | 'unreached' | 'stuck'>
}

/** Resolves to the scope of the session from now on. `unreached`: no answer. `stuck`: the session is limited, and only a login ends the limit. */
export async function scopeOfSession(
  { syncSessionScope }: KioskPorts,
  sessionCheck: 'owner' | 'visitors',
  serverKind: ServerKind['kind'],
): Promise<SessionScope | 'unreached' | 'stuck'> {
  const known = sessionCheck === 'owner' ? 'agent' : 'visitors'
  return serverKind === 'ours' && syncSessionScope !== undefined ? syncSessionScope(known) : known
}

export function onlyVisitors(holds: HoldPolicy): HoldPolicy {
  return (waiting) => (waiting.entity === 'open_house_visit' && waiting.kind === 'create' ? holds(waiting) : 'kiosk')
}

type Sent = { state: 'idle' | Exclude<PushResult['end'], 'drained' | 'history-changed'>; nextAttemptAt: number | null }

/** Sends new visitors and pulls nothing. Sends nothing to a restored server, whose records must be read first (fault C19). */
export async function sendVisitors(
  sending: SendingContext,
  { isSame }: History,
  batchLoader: BatchLoader,
): Promise<Sent> {
  const inAMinute = sending.ports.clock.now() + 60_000
  if (!isSame) return { state: 'idle', nextAttemptAt: inAMinute }
  const { end, nextAttemptAt } = await push(sending, batchLoader)
  if (end === 'history-changed') return { state: 'idle', nextAttemptAt: inAMinute }
  return { state: end === 'drained' ? 'idle' : end, nextAttemptAt }
}
