import { expect, test } from 'vitest'
import { knownHistory } from '#core/contract/sync-protocol.ts'
import { type Cursor, firstCursor, readCursor, readKnownHistory, writeCursor } from '#server/sync/cursor.ts'

const cursor: Cursor = {
  ...firstCursor(7),
  seen: {
    version: 41,
    mark: '6d0f9f3e-27c4-4b0e-9a3f-0f8f1f9a2b11',
    transaction: '900',
    sharedMark: '0b7f3d0a-1111-4222-8333-444455556666',
  },
}

test('a cursor is read as it was written, and nothing else is read as one', () => {
  const text = writeCursor(cursor)
  expect(readCursor(text)).toEqual(cursor)
  for (const wrong of ['', '.', 'x.y', 'null', text.slice(4), writeCursor({ ...cursor, agentId: -1 })])
    expect(readCursor(wrong)).toBeNull()
})

test('what a device shows is its cursor with the few newest versions it was told of, where those are newer', () => {
  const text = writeCursor(cursor)
  expect(readKnownHistory(text)).toEqual({
    agentId: 7,
    history: { ...cursor.seen, read: cursor.own.version, newest: [] },
  })
  expect(readKnownHistory(knownHistory(text, [98, 99]))?.history.newest).toEqual([98, 99])
  expect(readKnownHistory(knownHistory(text, [40, 99]))?.history.newest).toEqual([99])
  expect(readKnownHistory(`${text};many,1e9,-1`)?.history.newest).toEqual([])
  expect(readKnownHistory(`${text};${'99,'.repeat(400)}`)?.history.newest).toHaveLength(16)
  expect(readKnownHistory('nonsense;99')).toBeNull()
})
