import { del, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import { keyValueStore } from '#storage/device/key-value-store.ts'

/** Locks this browser to the page for visitors, also after a reload and without a network. The PIN itself is never stored. */
export type KioskLock = {
  agentId: string
  path: string
  /** The agent's name for visitors, if the profile has none. */
  hostName?: string | undefined
  /** Salt and hash of the PIN. */
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  /** SHA-256, in hex, of the secret that lifts the session's limits; absent in a kiosk of an earlier version. */
  releaseHash?: string
  /** Wrong PINs since the last pause. */
  failures: number
  /** When the pause ends, in epoch milliseconds; null if no PIN has to wait. */
  lockedUntil: number | null
}

/** Returns the kiosk that runs in this browser, if it is this agent's. Deletes another agent's, which could no longer be ended. */
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
  return get<KioskLock>(kioskLockKey(), keyValueStore())
}

export function saveKioskLock(lock: KioskLock): Promise<void> {
  return set(kioskLockKey(), lock, keyValueStore())
}

export function forgetKioskLock(): Promise<void> {
  return del(kioskLockKey(), keyValueStore())
}

/**
 * Secrets that lift the limits of kiosk sessions, and nothing else; newest first. They outlive the kiosk: the server may be
 * unreachable until the next kiosk starts, and a request that limits the session may arrive late.
 */
export const kioskReleaseSecrets = {
  add: async (agentId: string, secret: string): Promise<void> => {
    const secrets = [secret, ...(await kioskReleaseSecrets.read(agentId))].slice(0, maxSecrets)
    await set(releaseKey(), { agentId, secrets }, keyValueStore())
  },
  read: async (agentId: string): Promise<string[]> => {
    const stored = await get<{ agentId: string; secrets: string[] }>(releaseKey(), keyValueStore())
    return stored?.agentId === agentId ? stored.secrets : []
  },
  /** Deletes the `used` secrets; one that was added in the meantime stays. */
  drop: async (agentId: string, used: readonly string[]): Promise<void> => {
    const left = (await kioskReleaseSecrets.read(agentId)).filter((secret) => !used.includes(secret))
    await (left.length === 0
      ? del(releaseKey(), keyValueStore())
      : set(releaseKey(), { agentId, secrets: left }, keyValueStore()))
  },
}

/** Each secret may need a try, and the server accepts ten tries a minute. */
const maxSecrets = 5

function releaseKey(): string {
  return `kiosk-release:${thisServer()}`
}

/** The lock's key in the key-value store: one for the whole browser, so that every tab is locked. */
export function kioskLockKey(): string {
  return `kiosk:${thisServer()}`
}
