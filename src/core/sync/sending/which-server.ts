import { type ServerKind, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { isRedirectToLogin } from '#core/sync/requests/answers.ts'
import { fieldsOf } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import * as v from 'valibot'
import {
  headerNames,
  type ServerDescription,
  serverDescriptionSchema,
  apiVersion,
} from '#core/contract/sync-protocol.ts'
import { type ServerCapabilities, capabilitiesFrom, getRequest, type SendingContext } from './sending-context.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'
import type { Answer, Request, SyncPorts } from '#core/sync/ports.ts'
import { pausedUntil } from '#core/sync/requests/retry.ts'

/**
 * The history of our server. `isSame`: the server's history contains the one that this device knows. If the server lacks the key of a write
 * after `keysFrom` (a version) or `keysSince` (a time), it lost the write. Journal entries up to version `journalFrom` may be deleted.
 */
export type History = { isSame: boolean; keysFrom: number; keysSince: string; journalFrom: number }

type Probe =
  | { kind: 'known'; serverKind: ServerKind; capabilities: ServerCapabilities; history: History }
  | { kind: 'offline' }
  /** Neither our server nor a plain one answered; nothing is sent to it. */
  | { kind: 'unknown-server' }
  | { kind: 'server-error' }
  /** The server requires a newer app (fault J4). */
  | { kind: 'outdated' }
  | { kind: 'needs-login' }
  | { kind: 'paused'; until: number }

/** Metadata key: true once the header with an idempotency key did not reach the server. From then on, URLs contain the idempotency key. */
export const keysAreLostMetadataKey = 'keys-are-lost'
/** The idempotency key of the probe. Our server returns it in the same header, unless a proxy removes the header. */
const probeKey = 'probe'
/** How long our server must look plain before it counts as plain. */
const downgradeAfterMs = 60_000

/** Returns which kind of server answers, and its history. Bypasses all caches, so an answer proves a connection (faults C6, C15, C17, C19). */
export async function probeServer(ports: SyncPorts, stop: SendingContext['stop']): Promise<Probe> {
  const { replica, server, clock, random, log } = ports
  const { known, isOurs } = await replica.transact('read', async (tx) => ({
    known: await readKnownHistory(tx),
    isOurs: (await tx.meta<ServerKind>(serverKindMetadataKey))?.kind === 'ours',
  }))
  const headers: Request['headers'] = isOurs ? { [headerNames.idempotencyKey]: probeKey } : {}
  const answer = await server.send({ ...probeRequest(known), headers }, stop)
  if (answer.kind === 'unanswered') return { kind: 'offline' }
  if (answer.status === 401) return { kind: 'needs-login' }
  if (answer.status === 429 || answer.status === 503) {
    return { kind: 'paused', until: pausedUntil(answer.headers, clock.now(), random) }
  }
  const found = serverIn(answer)
  if (isOutdated(found)) {
    log('sync.outdated', { version: apiVersion })
    return { kind: 'outdated' }
  }
  const decided = await replica.transact('refresh', async (tx) => {
    const known = (await tx.meta<ServerKind>(serverKindMetadataKey)) ?? null
    const verdict = decide(known, found, clock.now())
    if (verdict !== null && JSON.stringify(verdict) !== JSON.stringify(known))
      await tx.setMeta(serverKindMetadataKey, verdict)
    const isKeyLost =
      isOurs && found?.kind === 'ours' && answer.headers[headerNames.idempotencyKey.toLowerCase()] !== probeKey
    if (isKeyLost) await tx.setMeta(keysAreLostMetadataKey, true)
    return { verdict, keysInUrl: (await tx.meta<boolean>(keysAreLostMetadataKey)) === true }
  })
  const { verdict: serverKind, keysInUrl } = decided
  // The server is ours: probe again with a key, to see before the first write whether keys reach it.
  if (serverKind?.kind === 'ours' && !isOurs) return probeServer(ports, stop)
  if (serverKind === null || (serverKind.kind === 'ours' && serverKind.doubtedAt !== null)) {
    log('sync.unknown-server', { status: answer.status })
    return { kind: answer.status >= 500 ? 'server-error' : 'unknown-server' }
  }
  const capabilities = capabilitiesFrom(serverKind.kind === 'ours' ? serverKind.features : null, keysInUrl)
  return { kind: 'known', serverKind, capabilities, history: historyOf(found) }
}

function historyOf(found: FoundServer): History {
  if (found?.kind !== 'ours') return { isSame: true, keysFrom: 0, keysSince: '', journalFrom: 0 }
  const { history, keys_from: keysFrom, keys_since: keysSince, journal_from: journalFrom } = found.description
  return { isSame: history === 'same', keysFrom, keysSince, journalFrom }
}

/** True if the server has the history that this device knows; null without an answer of our server or a plain one. */
export async function isHistorySame({ ports, stop }: SendingContext): Promise<boolean | null> {
  const known = await ports.replica.transact('read', readKnownHistory)
  const answer = await ports.server.send(probeRequest(known), stop)
  const found = answer.kind === 'answered' ? serverIn(answer) : null
  return found === null ? null : historyOf(found).isSame
}

function probeRequest(known: { text: string } | null): Request {
  return getRequest(`sync/${known === null ? '' : `?cursor=${encodeURIComponent(known.text)}`}`)
}

type ProbeContext = { ports: Pick<SyncPorts, 'server'>; stop: SendingContext['stop'] }

/** True if the answer comes from our server or a plain one: the only proof of a connection (fault C6). */
export async function isServerReached({ ports, stop }: ProbeContext): Promise<boolean> {
  const answer = await ports.server.send(getRequest('sync/'), stop)
  if (answer.kind !== 'answered') return false
  const found = serverIn(answer)
  return found !== null && !isOutdated(found)
}

/** The server that an answer comes from; null if the answer does not show it. */
type FoundServer = { kind: 'ours'; description: ServerDescription } | { kind: 'plain' } | null

function isOutdated(found: FoundServer): boolean {
  return found?.kind === 'ours' && found.description.minimum_version > apiVersion
}

function serverIn(answer: Extract<Answer, { kind: 'answered' }>): FoundServer {
  if (answer.status === 404) return { kind: 'plain' }
  if (answer.status !== 200 || answer.bodyKind !== 'json') return null
  const description = v.safeParse(serverDescriptionSchema, answer.body)
  return description.success ? { kind: 'ours', description: description.output } : null
}

/**
 * Returns the kind to store; null if the answer shows neither our server nor a plain one: then nothing may be sent. If our server suddenly
 * looks plain (since `doubtedAt`), a proxy may have answered; without keys, creates could be doubled. So a change to `plain` needs two such
 * answers a minute apart.
 */
function decide(known: ServerKind | null, found: FoundServer, now: number): ServerKind | null {
  if (found === null) return null
  if (found.kind === 'ours') {
    return { kind: 'ours', features: found.description.features, doubtedAt: null }
  }
  if (known?.kind !== 'ours') return { kind: 'plain' }
  if (known.doubtedAt === null || known.doubtedAt > now) return { ...known, doubtedAt: now }
  return now - known.doubtedAt >= downgradeAfterMs ? { kind: 'plain' } : known
}

/** Whose session this is. A failed network or a pause never means signed out (reading R1). */
type Identity =
  | 'owner'
  /** The owner's session, limited to what a kiosk's visitors may do. */
  | 'visitors'
  | 'wrong-agent'
  | 'needs-login'
  | 'server-error'
  | 'unreachable'
  | { pausedUntil: number }

type SessionPorts = Pick<SyncPorts, 'server' | 'replica' | 'clock' | 'random'>

/** Returns whose session this is. Called before every push, because another tab may have changed it (faults D4, D7). */
export async function checkSession(ports: SessionPorts, stop: SendingContext['stop']): Promise<Identity> {
  const identity = judgeProfile(ports, await ports.server.send(getRequest('users/profile/'), stop))
  if (identity !== 'needs-login') return identity
  // An expired session is renewed once; if that fails, the agent must sign in (fault D1).
  const renewal = await ports.server.send({ ...getRequest('users/auth/refresh/'), method: 'POST' }, stop)
  if (renewal.kind !== 'answered' || renewal.status < 200 || renewal.status > 299) return 'needs-login'
  return judgeProfile(ports, await ports.server.send(getRequest('users/profile/'), stop))
}

function judgeProfile({ replica, clock, random }: SessionPorts, answer: Answer): Identity {
  if (answer.kind === 'unanswered') return 'unreachable'
  if (answer.status === 401 || isRedirectToLogin(answer.status, answer.headers)) return 'needs-login'
  if (answer.status === 429 || answer.status === 503)
    return { pausedUntil: pausedUntil(answer.headers, clock.now(), random) }
  if (answer.status >= 500) return 'server-error'
  const body = answer.bodyKind === 'json' ? fieldsOf(answer.body) : null
  if (answer.status === 403 && body?.['code'] === 'visitors_only')
    return String(serverIdOf(body['agent'])) === replica.owner ? 'visitors' : 'wrong-agent'
  const id = answer.status === 200 ? serverIdOf(body?.['id']) : null
  if (id === null) return 'unreachable'
  return String(id) === replica.owner ? 'owner' : 'wrong-agent'
}
