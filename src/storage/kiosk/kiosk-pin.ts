import { update } from 'idb-keyval'
import {
  forgetKioskLock,
  type KioskLock,
  kioskLockKey,
  kioskReleaseSecrets,
  readKioskLock,
  saveKioskLock,
} from './kiosk-lock.ts'
import { keyValueStore } from '#storage/device/key-value-store.ts'

export const wrongPinsBeforePause = 5
const pauseMs = 60_000
const hashIterations = 300_000

type PinTrial = { outcome: 'right' } | { outcome: 'wrong'; triesLeft: number } | Paused
/** `until`: when the next try is possible, in epoch milliseconds. */
type Paused = { outcome: 'paused'; until: number }

/** Locks this browser to `path` until the PIN is entered. Needs WebCrypto, which browsers offer only over HTTPS. */
export async function lockWithPin(kiosk: Pick<KioskLock, 'agentId' | 'path' | 'hostName'>, pin: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const secret = new TextEncoder().encode(await releaseSecretOf(pin, salt))
  const releaseHash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', secret)))
  await saveKioskLock({ ...kiosk, salt, hash: await hashOf(pin, salt), releaseHash, failures: 0, lockedUntil: null })
}

/** True if a PIN can be hashed here. */
export function canLock(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** Tries a PIN; the right one unlocks. A try is counted before the PIN is compared, so that a reload does not undo it. */
export async function tryPin(pin: string, now: number): Promise<PinTrial> {
  let paused: Paused | null = null
  await update<KioskLock | undefined>(
    kioskLockKey(),
    (lock) => {
      if (lock === undefined) return lock
      const until = pauseEnd(lock, now)
      paused = until === null ? null : { outcome: 'paused', until }
      return until === null ? withTry(lock, now) : lock
    },
    keyValueStore(),
  )
  if (paused !== null) return paused
  const lock = await readKioskLock()
  // Another tab was unlocked in the meantime.
  if (lock === undefined) return { outcome: 'right' }
  if (isSame(await hashOf(pin, lock.salt), lock.hash)) {
    const { agentId, releaseHash, salt } = lock
    if (releaseHash !== undefined) await kioskReleaseSecrets.add(agentId, await releaseSecretOf(pin, salt))
    await forgetKioskLock()
    return { outcome: 'right' }
  }
  if (lock.lockedUntil !== null) return { outcome: 'paused', until: lock.lockedUntil }
  return { outcome: 'wrong', triesLeft: wrongPinsBeforePause - lock.failures }
}

/** Resolves to the time of the next possible try; null if it is possible now. */
export async function pinPauseEnd(now: number): Promise<number | null> {
  const lock = await readKioskLock()
  return lock === undefined ? null : pauseEnd(lock, now)
}

/** Returns when the pause ends; null without a pause. Setting the clock back never makes it longer (fault J9). */
function pauseEnd({ lockedUntil }: KioskLock, now: number): number | null {
  if (lockedUntil === null || lockedUntil <= now) return null
  return Math.min(lockedUntil, now + pauseMs)
}

function withTry(lock: KioskLock, now: number): KioskLock {
  const failures = lock.failures + 1
  return failures < wrongPinsBeforePause
    ? { ...lock, failures, lockedUntil: null }
    : { ...lock, failures: 0, lockedUntil: now + pauseMs }
}

/** Returns the secret that ends the kiosk session's limits. It is derived from the PIN, so nothing stored while a kiosk runs reveals it. */
async function releaseSecretOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await hashOf(pin, new Uint8Array([...salt, 1])))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: hashIterations }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256))
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
