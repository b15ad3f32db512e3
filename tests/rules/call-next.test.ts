import { expect, test } from 'vitest'
import { callNext, type CallNextInput } from '#core/domain/clients/call-next.ts'

const today = '2026-11-23'
const ann = { key: 'ann', category: 'Buyer', created_at: '2026-11-20T09:00:00.000Z' }
const bo = { key: 'bo', category: 'Seller', created_at: '2026-09-01T09:00:00.000Z' }

function asked(more: Partial<CallNextInput>): CallNextInput {
  return {
    today,
    clients: [ann],
    followUps: [],
    lastContactByClientKey: new Map(),
    inTouch: new Set(),
    visits: [],
    showings: [],
    ...more,
  }
}
const reasons = (more: Partial<CallNextInput>) =>
  callNext(asked(more)).map(({ clientKey, reason }) => [clientKey, reason])

test('a due follow-up comes first, the most overdue on top; done or later ones are left out', () => {
  const followUp = (key: string, of_client_key: string, due_date: string, done = false) => ({
    key,
    of_client_key,
    due_date,
    text: `Ask ${key}`,
    done,
  })
  const clients = [ann, bo, { key: 'cas' }, { key: 'di' }]
  const followUps = [
    followUp('1', 'ann', today),
    followUp('2', 'bo', '2026-11-20'),
    followUp('3', 'cas', today, true),
    followUp('4', 'di', '2026-11-24'),
  ]
  expect(reasons({ clients, followUps })).toEqual([
    ['bo', 'Ask 2 · since Fri, Nov 20'],
    ['ann', 'Ask 1'],
  ])
})

test('a visitor of the last seven days is listed until the agent has contacted them', () => {
  const visit = { clientKey: 'ann', date: '2026-11-21', time: '13:00:00', address: '51 Aiken Way' }
  expect(reasons({ visits: [visit] })).toEqual([['ann', 'Came to the open house at 51 Aiken Way on Sat, Nov 21']])
  expect(reasons({ visits: [{ ...visit, date: '2026-11-16' }] })).toHaveLength(1)
  expect(reasons({ visits: [{ ...visit, date: '2026-11-15' }] })).toEqual([])
  expect(reasons({ visits: [visit], lastContactByClientKey: new Map([['ann', '2026-11-21 12:59:00']]) })).toHaveLength(
    1,
  )
  expect(reasons({ visits: [visit], lastContactByClientKey: new Map([['ann', '2026-11-21 13:00:00']]) })).toEqual([])
})

test('an interaction in the minute of a visit counts as after it, though logged without seconds', () => {
  const visit = { clientKey: 'ann', date: '2026-11-21', time: '13:00:20', address: null }
  expect(reasons({ visits: [visit], lastContactByClientKey: new Map([['ann', '2026-11-21 13:00']]) })).toEqual([])
})

test('a showing of the last three days without feedback is listed until a later interaction', () => {
  const showing = { clientKey: 'ann', date: '2026-11-22', time: '10:00:00', address: null }
  expect(reasons({ showings: [showing] })).toEqual([['ann', 'Showing yesterday, no feedback yet']])
  // Three days back, so a Friday showing is still listed on Monday.
  expect(reasons({ showings: [{ ...showing, date: '2026-11-20' }] })).toHaveLength(1)
  expect(reasons({ showings: [{ ...showing, date: '2026-11-19' }] })).toEqual([])
  const after = (word: string) => reasons({ showings: [showing], lastContactByClientKey: new Map([['ann', word]]) })
  expect(after('2026-11-22 09:30:00')).toHaveLength(1)
  expect(after('2026-11-22 10:30:00')).toEqual([])
})

test('a client without contact for thirty days is listed, the longest silence first', () => {
  const clients = [ann, bo, { ...bo, key: 'cas', created_at: '2026-08-01T09:00:00.000Z' }]
  expect(reasons({ clients })).toEqual([
    ['cas', 'No word for 114 days'],
    ['bo', 'No word for 83 days'],
  ])
  expect(reasons({ clients: [bo], lastContactByClientKey: new Map([['bo', '2026-10-24 09:00:00']]) })).toEqual([
    ['bo', 'No word for 30 days'],
  ])
  expect(reasons({ clients: [bo], lastContactByClientKey: new Map([['bo', '2026-10-25 09:00:00']]) })).toEqual([])
})

test('a client with recent activity or an upcoming visit is not listed for silence', () => {
  const done = { key: '1', of_client_key: 'bo', due_date: '2026-10-25', text: 'Call', done: true }
  expect(reasons({ clients: [bo], inTouch: new Set(['bo']) })).toEqual([])
  expect(reasons({ clients: [bo], followUps: [done] })).toEqual([])
  expect(reasons({ clients: [bo], followUps: [{ ...done, due_date: '2026-10-24' }] })).toHaveLength(1)
})

test('each client is listed once, and not before the day of an open follow-up', () => {
  const visit = { clientKey: 'bo', date: today, time: '13:00:00', address: null }
  const later = { key: '1', of_client_key: 'bo', due_date: '2026-11-30', text: 'Ask', done: false }
  expect(reasons({ clients: [bo], visits: [visit, visit] })).toEqual([['bo', 'Came to the open house today']])
  expect(reasons({ clients: [bo], visits: [visit], followUps: [later] })).toEqual([])
  expect(reasons({ clients: [bo], followUps: [{ ...later, due_date: today }], visits: [visit] })).toEqual([
    ['bo', 'Ask'],
  ])
})
