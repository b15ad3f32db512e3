import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HttpClient } from '#api/http-client.ts'
import { syncKioskSession } from '#sending/agree-on-kiosk.ts'
import { forgetKioskLock, kioskReleaseSecrets, readKioskLock, saveKioskLock } from '#storage/kiosk/kiosk-lock.ts'
import { lockWithPin, tryPin } from '#storage/kiosk/kiosk-pin.ts'

/** The release hash that narrows the session on the server; null for a full session. */
let narrowedBy: string | null
let isReachable: boolean
let calls: string[]

beforeEach(() => {
  narrowedBy = null
  isReachable = true
  calls = []
})
afterEach(async () => {
  await forgetKioskLock()
  await kioskReleaseSecrets.drop('1', await kioskReleaseSecrets.read('1'))
})

const client: HttpClient = async ({ path, body, headers }) => {
  calls.push(path)
  if (!isReachable) return { kind: 'unanswered', cause: 'offline', mayHaveArrived: false }
  expect(headers).toEqual({ 'X-Agent-Id': '1' })
  const sent = JSON.parse(typeof body === 'string' ? body : '') as { release_hash?: string; release?: string }
  const hash = sent.release_hash ?? (await sha256(sent.release ?? ''))
  const isRight = narrowedBy === null || narrowedBy === hash
  if (isRight) narrowedBy = sent.release_hash ?? null
  const answer = { kind: 'answered', headers: {}, body: undefined, bodyKind: 'empty' } as const
  return { ...answer, status: isRight ? 204 : 403 }
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const kiosk = { agentId: '1', path: '/open-houses/7/kiosk' }
const now = 1_800_000_000_000

test('a running kiosk narrows the session, and the PIN widens it', async () => {
  await lockWithPin(kiosk, '2468')
  expect(await syncKioskSession(client, '1')).toBe('visitors')
  expect(narrowedBy).toMatch(/^[\da-f]{64}$/)
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('visitors')
  await tryPin('1357', now)
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('visitors')
  await tryPin('2468', now)
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('agent')
  expect(narrowedBy).toBeNull()
})

test('data stored while the kiosk runs does not suffice to widen the session', async () => {
  await lockWithPin(kiosk, '2468')
  await syncKioskSession(client, '1')
  const kept = JSON.stringify(await readKioskLock(), (_name, value) =>
    value instanceof Uint8Array ? [...value] : value,
  )
  await tryPin('2468', now)
  const sent: string[] = []
  await syncKioskSession((call) => (sent.push(typeof call.body === 'string' ? call.body : ''), client(call)), '1')
  const { release } = JSON.parse(sent[0] ?? '') as { release: string }
  expect(release).toMatch(/^[\da-f]{64}$/)
  const bytes = Array.from({ length: 32 }, (_, index) => Number.parseInt(release.slice(index * 2, index * 2 + 2), 16))
  expect(kept).not.toContain(release)
  expect(kept).not.toContain(bytes.join())
})

test('a kiosk starts and ends without a network; the session follows once the server is reachable', async () => {
  isReachable = false
  await lockWithPin(kiosk, '2468')
  expect(await syncKioskSession(client, '1')).toBe('unreached')
  isReachable = true
  expect(await syncKioskSession(client, '1', 'agent')).toBe('visitors')
  isReachable = false
  await tryPin('2468', now)
  expect(await syncKioskSession(client, '1')).toBe('unreached')
  isReachable = true
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('agent')
})

test('a narrowing request that arrives after the PIN was entered is undone by the next exchange', async () => {
  await lockWithPin(kiosk, '2468')
  const late = (await readKioskLock())?.releaseHash ?? ''
  await tryPin('2468', now)
  expect(await syncKioskSession(client, '1')).toBe('agent')
  narrowedBy = late
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('agent')
  expect(narrowedBy).toBeNull()
})

test('a second kiosk takes over a session that the first kiosk left narrowed while offline', async () => {
  await lockWithPin(kiosk, '2468')
  await syncKioskSession(client, '1')
  const first = narrowedBy
  await tryPin('2468', now)
  await lockWithPin(kiosk, '1357')
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('visitors')
  expect(narrowedBy).not.toBe(first)
  // The secret that widens the session is not stored while visitors use the browser.
  expect(await kioskReleaseSecrets.read('1')).toEqual([])
  calls = []
  await syncKioskSession(client, '1', 'visitors')
  expect(calls).toEqual([])
  await tryPin('1357', now)
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('agent')
})

test('a session narrowed with a lost PIN is reported as stuck; another agent’s kiosk is ignored here', async () => {
  await lockWithPin(kiosk, '2468')
  await tryPin('2468', now)
  narrowedBy = 'by a kiosk whose lock this browser has lost'
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('stuck')
  calls = []
  await lockWithPin({ ...kiosk, agentId: '2' }, '2468')
  expect(await syncKioskSession(client, '1', 'agent')).toBe('agent')
  expect(calls).toEqual([])
})

test('a kiosk started by an earlier version keeps running and never narrows the session', async () => {
  await lockWithPin(kiosk, '2468')
  const { releaseHash: _, ...earlier } = (await readKioskLock())!
  await saveKioskLock(earlier)
  expect(await syncKioskSession(client, '1', 'agent')).toBe('agent')
  expect(calls).toEqual([])
  expect(await tryPin('2468', now)).toEqual({ outcome: 'right' })
})

test('a kiosk that ends while its narrowing request is in flight can still be widened', async () => {
  await lockWithPin(kiosk, '2468')
  const leaving: HttpClient = async (call) => {
    const answer = await client(call)
    await tryPin('2468', now)
    return answer
  }
  await syncKioskSession(leaving, '1')
  expect(await syncKioskSession(client, '1', 'visitors')).toBe('agent')
  expect(narrowedBy).toBeNull()
})
