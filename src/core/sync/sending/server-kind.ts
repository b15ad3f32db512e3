import { type ServerKind, serverKindFact } from '#core/sync/metadata-keys.ts'
import * as v from 'valibot'
import {
  headerNames,
  type ServerDescription,
  serverDescriptionSchema,
  apiVersion,
} from '#core/contract/sync-protocol.ts'
import { type ServerCapabilities, capabilitiesFrom } from '#core/sync/requests/server-capabilities.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'
import type { Answer, Request, SyncPorts } from '#core/sync/ports.ts'
import { readRequest } from '#core/sync/requests/requests.ts'
import { pausedUntil } from '#core/sync/requests/retry.ts'
import type { SendingContext } from './sending-context.ts'

/**
 * What our server says of its history. `isSame`: this device knows the same one. A key missing since `keysFrom` (version) or `keysSince`
 * (time) means lost work. Journal entries up to version `journalFrom` may be deleted.
 */
export type History = { isSame: boolean; keysFrom: number; keysSince: string; journalFrom: number }

type Probe =
  | { kind: 'known'; verdict: ServerKind; capabilities: ServerCapabilities; history: History }
  | { kind: 'offline' }
  /** Neither our server nor a plain one answered; nothing is sent to it. */
  | { kind: 'unknown-server' }
  | { kind: 'server-error' }
  /** The server requires a newer app (fault J4). */
  | { kind: 'outdated' }
  | { kind: 'needs-login' }
  | { kind: 'paused'; until: number }

/** Metadata key: true once a key's header did not reach the server, and from then on, because it may get lost again. */
export const keysAreLostFact = 'keys-are-lost'
/** The key sent with the probe. Our server echoes it, unless a proxy removes the header. */
const echoed = 'probe'
const downgradeNeedsMs = 60_000

/** Asks the server which kind it is and whether it has the history known here, bypassing every cache (faults C6, C15, C17, C19). */
export async function probeServer(ports: SyncPorts, stop: SendingContext['stop']): Promise<Probe> {
  const { replica, server, clock, random, log } = ports
  const { known, isOurs } = await replica.transact('read', async (tx) => ({
    known: await readKnownHistory(tx),
    isOurs: (await tx.meta<ServerKind>(serverKindFact))?.kind === 'ours',
  }))
  const headers: Request['headers'] = isOurs ? { [headerNames.idempotencyKey]: echoed } : {}
  const answer = await server.send({ ...probeRequest(known), headers }, stop)
  if (answer.kind === 'unanswered') return { kind: 'offline' }
  if (answer.status === 401) return { kind: 'needs-login' }
  if (answer.status === 429 || answer.status === 503) {
    return { kind: 'paused', until: pausedUntil(answer.headers, clock.now(), random) }
  }
  const now = seen(answer)
  if (isOutdated(now)) {
    log('sync.outdated', { version: apiVersion })
    return { kind: 'outdated' }
  }
  const decided = await replica.transact('refresh', async (tx) => {
    const known = (await tx.meta<ServerKind>(serverKindFact)) ?? null
    const verdict = decide(known, now, clock.now())
    if (verdict !== null && JSON.stringify(verdict) !== JSON.stringify(known)) await tx.setMeta(serverKindFact, verdict)
    const isKeyLost =
      isOurs && now?.kind === 'ours' && answer.headers[headerNames.idempotencyKey.toLowerCase()] !== echoed
    if (isKeyLost) await tx.setMeta(keysAreLostFact, true)
    return { verdict, keysInAddress: (await tx.meta<boolean>(keysAreLostFact)) === true }
  })
  const { verdict, keysInAddress } = decided
  // The server is ours: probe again with a key, to see before the first write whether keys reach it.
  if (verdict?.kind === 'ours' && !isOurs) return probeServer(ports, stop)
  if (verdict === null || (verdict.kind === 'ours' && verdict.doubtedAt !== null)) {
    log('sync.unknown-server', { status: answer.status })
    return { kind: answer.status >= 500 ? 'server-error' : 'unknown-server' }
  }
  const capabilities = capabilitiesFrom(verdict.kind === 'ours' ? verdict.features : null, keysInAddress)
  return { kind: 'known', verdict, capabilities, history: historyOf(now) }
}

function historyOf(now: Seen): History {
  if (now?.kind !== 'ours') return { isSame: true, keysFrom: 0, keysSince: '', journalFrom: 0 }
  const { history, keys_from: keysFrom, keys_since: keysSince, journal_from: journalFrom } = now.description
  return { isSame: history === 'same', keysFrom, keysSince, journalFrom }
}

/** True if the server has the history that this device knows; null if it does not say. */
export async function isHistorySame({ ports, stop }: SendingContext): Promise<boolean | null> {
  const known = await ports.replica.transact('read', readKnownHistory)
  const answer = await ports.server.send(probeRequest(known), stop)
  const now = answer.kind === 'answered' ? seen(answer) : null
  return now === null ? null : historyOf(now).isSame
}

function probeRequest(known: { text: string } | null): Request {
  return readRequest(`sync/${known === null ? '' : `?cursor=${encodeURIComponent(known.text)}`}`)
}

type Asking = { ports: Pick<SyncPorts, 'server'>; stop: SendingContext['stop'] }

/** True if the server still answers as itself: the only proof of a connection (fault C6). */
export async function isConnectionProved({ ports, stop }: Asking): Promise<boolean> {
  const answer = await ports.server.send(readRequest('sync/'), stop)
  if (answer.kind !== 'answered') return false
  const now = seen(answer)
  return now !== null && !isOutdated(now)
}

type Seen = { kind: 'ours'; description: ServerDescription } | { kind: 'plain' } | null

function isOutdated(now: Seen): boolean {
  return now?.kind === 'ours' && now.description.minimum_version > apiVersion
}

function seen(answer: Extract<Answer, { kind: 'answered' }>): Seen {
  if (answer.status === 404) return { kind: 'plain' }
  if (answer.status !== 200 || answer.bodyKind !== 'json') return null
  const description = v.safeParse(serverDescriptionSchema, answer.body)
  return description.success ? { kind: 'ours', description: description.output } : null
}

/**
 * Returns the kind to store; null: nothing is known, and nothing may be sent. Our server that suddenly looks plain may be a proxy's
 * page; keys would be lost and creates doubled. So a downgrade needs two answers a minute apart.
 */
function decide(known: ServerKind | null, now: Seen, at: number): ServerKind | null {
  if (now === null) return null
  if (now.kind === 'ours') {
    return { kind: 'ours', features: now.description.features, doubtedAt: null }
  }
  if (known?.kind !== 'ours') return { kind: 'plain' }
  if (known.doubtedAt === null || known.doubtedAt > at) return { ...known, doubtedAt: at }
  return at - known.doubtedAt >= downgradeNeedsMs ? { kind: 'plain' } : known
}
