import { del, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import { keysStore } from '#storage/device/keys-store.ts'

/** What keeps visitors on their screen, also after a reload and without a network. The PIN itself is never kept. */
export type KioskLock = {
  agentId: string
  /** The address of the visitors' screen. */
  path: string
  /** What visitors call an agent whose profile has no name. */
  hostName?: string | undefined
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  /** SHA-256, in hex, of what widens the session again; a kiosk of an earlier version has none. */
  releaseHash?: string
  /** Wrong PINs since the last pause. */
  failures: number
  lockedUntil: number | null
}

/** The kiosk that runs in this browser, if it is this agent's; one that could not be left any more is forgotten. */
export async function runningKiosk(
  agentId: string | null,
): Promise<Pick<KioskLock, 'agentId' | 'path' | 'hostName'> | null> {
  const lock = await readKioskLock()
  if (lock === undefined) return null
  if (lock.agentId === agentId) return { agentId: lock.agentId, path: lock.path, hostName: lock.hostName }
  await forgetKioskLock()
  return null
}

export function readKioskLock(): Promise<KioskLock | undefined> {
  return get<KioskLock>(kioskLockKey(), keysStore())
}

export function saveKioskLock(lock: KioskLock): Promise<void> {
  return set(kioskLockKey(), lock, keysStore())
}

export function forgetKioskLock(): Promise<void> {
  return del(kioskLockKey(), keysStore())
}

/**
 * What widens the session that kiosks of this agent had narrowed, the newest first. Kept after a kiosk: the server may be away
 * until another one runs, and a request that narrows may arrive late. It opens nothing else.
 */
export const kioskReleases = {
  add: async (agentId: string, secret: string): Promise<void> => {
    const secrets = [secret, ...(await kioskReleases.read(agentId))].slice(0, mostReleases)
    await set(releaseKey(), { agentId, secrets }, keysStore())
  },
  read: async (agentId: string): Promise<string[]> => {
    const kept = await get<{ agentId: string; secrets: string[] }>(releaseKey(), keysStore())
    return kept?.agentId === agentId ? kept.secrets : []
  },
  /** Forgets these; one that the PIN has added in the meantime stays. */
  drop: async (agentId: string, used: readonly string[]): Promise<void> => {
    const left = (await kioskReleases.read(agentId)).filter((secret) => !used.includes(secret))
    await (left.length === 0
      ? del(releaseKey(), keysStore())
      : set(releaseKey(), { agentId, secrets: left }, keysStore()))
  },
}

/** The server takes ten tries a minute. */
const mostReleases = 5

function releaseKey(): string {
  return `kiosk-release:${thisServer()}`
}

/** One for the whole browser: whichever tab a visitor finds, it is locked. */
export function kioskLockKey(): string {
  return `kiosk:${thisServer()}`
}
