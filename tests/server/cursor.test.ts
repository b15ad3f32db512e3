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

test('a cursor is read as it was written, and other text is not read as a cursor', () => {
  const text = writeCursor(cursor)
  expect(readCursor(text)).toEqual(cursor)
  for (const wrong of ['', '.', 'x.y', 'null', text.slice(4), writeCursor({ ...cursor, agentId: -1 })])
    expect(readCursor(wrong)).toBeNull()
})

test('a known history is a cursor with the few newest versions that are beyond it', () => {
  const text = writeCursor(cursor)
  expect(readKnownHistory(text)).toEqual({
    agentId: 7,
    history: { ...cursor.seen, readUpTo: cursor.own.version, newest: [] },
  })
  expect(readKnownHistory(knownHistory(text, [98, 99]))?.history.newest).toEqual([98, 99])
  expect(readKnownHistory(knownHistory(text, [40, 99]))?.history.newest).toEqual([99])
  expect(readKnownHistory(`${text};many,1e9,-1`)?.history.newest).toEqual([])
  expect(readKnownHistory(`${text};${'99,'.repeat(400)}`)?.history.newest).toHaveLength(16)
  expect(readKnownHistory('nonsense;99')).toBeNull()
})
