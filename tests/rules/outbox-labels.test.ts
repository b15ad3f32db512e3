import { expect, test } from 'vitest'
import { newOperation } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import { formatAttempts, formatWaitReason, formatSettledChange, fieldValue } from '#features/outbox/outbox-labels.ts'

const now = new Date(2026, 10, 21, 11, 30).getTime()
const at = (hour: number, minute: number) => new Date(2026, 10, 21, hour, minute).getTime()

function anOperation(wishes: Partial<Operation>): Operation {
  const made = newOperation({
    owner: '7',
    opId: 'o1',
    entity: 'client',
    key: '1',
    kind: 'update',
    madeAt: at(10, 47),
    changes: { email: 'jo@mailbox.example', notes: 'New.' },
  })
  return { ...made, seq: 1, ...wishes }
}

const aRefusal = { status: 400, code: 'invalid', message: 'Enter a valid email address.', fieldErrors: {}, at: now }

test('a change shows when it was made and how often it was tried', () => {
  expect(formatAttempts(anOperation({}), now)).toBe('Made 10:47 AM')
  expect(formatAttempts(anOperation({ attempts: 1 }), now)).toBe('Made 10:47 AM · tried once')
  expect(formatAttempts(anOperation({ attempts: 2 }), now)).toBe('Made 10:47 AM · tried 2 times')
})

test.each([
  [{ state: 'attention', refusal: aRefusal }, 'Enter a valid email address.'],
  [{ state: 'blocked' }, 'Waits until Jo Park is resolved.'],
  [{ state: 'queued' }, 'Will be sent after Jo Park.'],
  [{ state: 'needs-login' }, 'Waits until you log in again.'],
  [{ format: 2 }, 'Made with a newer version of this app. It will be sent after you update.'],
  [{ state: 'waiting', nextAt: at(11, 35) }, 'Next try at 11:35 AM.'],
  [{ state: 'waiting', nextAt: at(11, 35), refusal: aRefusal }, 'Enter a valid email address. Next try at 11:35 AM.'],
] as [Partial<Operation>, string | null][])('a change that is %j shows why it is not sent: %s', (wishes, words) => {
  expect(formatWaitReason(anOperation(wishes), 'Jo Park', now)).toBe(words)
})

test('a queued change shows no reason', () => {
  expect(formatWaitReason(anOperation({ state: 'queued' }), null, now)).toBeNull()
})

test('a lost answer is not shown as a failure', () => {
  expect(formatWaitReason(anOperation({ state: 'unknown', nextAt: at(11, 35) }), null, now)).toContain(
    'Next try at 11:35 AM.',
  )
  expect(formatWaitReason(anOperation({ state: 'unknown' }), null, now)).toContain('checked before it is sent again')
})

test('an unclear answer is quoted, so that the agent can report it (C8)', () => {
  const refusal = {
    ...aRefusal,
    status: 500,
    message: 'The server answered 500, so it is unclear whether it was saved.',
  }
  expect(formatWaitReason(anOperation({ state: 'unknown', refusal }), null, now)).toBe(
    'The server answered 500, so it is unclear whether it was saved. It is checked before it is sent again, so nothing is doubled.',
  )
})

test('a conflict names the fields that the agent must decide', () => {
  const conflict = { theirs: { email: 'x' }, theirVersion: '2', at: at(11, 7), fields: ['email'] }
  const words = (wishes: Partial<Operation>) =>
    formatWaitReason(anOperation({ state: 'conflict', conflict, ...wishes }), null, now)
  expect(words({})).toBe('Also changed on the server; noticed 11:07 AM. Choose which Email to keep.')
  expect(words({ conflict: { ...conflict, fields: ['email', 'phone_number'] } })).toBe(
    'Also changed on the server; noticed 11:07 AM. Choose which Email and Phone Number to keep.',
  )
  expect(words({ conflict: { ...conflict, theirs: null } })).toBe('Deleted on the server while you changed it here.')
  expect(words({ conflict: { ...conflict, isHere: true } })).toBe(
    'Also changed in another window; noticed 11:07 AM. Choose which Email to keep.',
  )
  expect(words({ conflict: { ...conflict, theirs: null, isHere: true } })).toBe(
    'Deleted in another window while you changed it here.',
  )
  expect(words({ kind: 'delete' })).toBe(
    'Changed on the server after you deleted it here; noticed 11:07 AM. Email is now x.',
  )
})

test('what a deletion would remove is shown in one line, at any length and with any ending', () => {
  const words = (notes: string) => {
    const conflict = { theirs: { notes }, theirVersion: '2', at: at(11, 7), fields: ['notes'] }
    return formatWaitReason(anOperation({ state: 'conflict', kind: 'delete', conflict }), null, now)
  }
  expect(words('Wants a garden.')).toMatch(/Notes is now Wants a garden\.$/)
  expect(words(`Wants ${'a garden and '.repeat(50)}no stairs.`)?.length).toBeLessThan(220)
  expect(words(`Wants ${'a garden and '.repeat(50)}no stairs.`)).toMatch(/[^.]…$/)
})

test('a settled change shows how it was settled', () => {
  const entry = { ...anOperation({}), settledAt: at(9, 40), title: 'Jo Park' }
  expect(formatSettledChange({ ...entry, note: 'sent' }, now)).toBe('Sent 9:40 AM')
  expect(formatSettledChange({ ...entry, note: 'merged' }, now)).toBe(
    'Sent 9:40 AM, merged with a change on the server',
  )
  expect(formatSettledChange({ ...entry, kind: 'delete', note: 'merged' }, now)).toBe('Sent 9:40 AM')
  expect(formatSettledChange({ ...entry, note: 'discarded' }, now)).toBe('Discarded 9:40 AM')
})

test('a change settled without a request shows why', () => {
  const entry = { ...anOperation({}), settledAt: at(9, 40), title: 'Jo Park', note: 'nothing-to-send' as const }
  expect(formatSettledChange({ ...entry, version: null }, now)).toBe('The server had it already, 9:40 AM')
  expect(formatSettledChange({ ...entry, changes: {}, version: null }, now)).toBe(
    'It is on the server again, 9:40 AM. Nothing is left to do.',
  )
  expect(formatSettledChange(entry, now)).toBe('Nothing left to send, 9:40 AM')
})

test('field values are shown in readable form', () => {
  expect(fieldValue('listing_price', 529500)).toBe('$529,500')
  expect(fieldValue('phone_number', '')).toBe('Nothing')
  expect(fieldValue('is_primary', true)).toBe('Yes')
  expect(fieldValue('status', 'Pending')).toBe('Pending')
  expect(fieldValue('showing_date', '2026-12-01')).toBe('Dec 1, 2026')
  expect(fieldValue('start_time', '14:30:00')).toBe('2:30 PM')
  expect(fieldValue('preferences', { preferred_start_time: '09:00' })).toBe('Preferred Start Time: 9:00 AM')
  expect(fieldValue('start_time', 'after lunch')).toBe('after lunch')
  expect(fieldValue('notes', '2026-12-01')).toBe('2026-12-01')
})
