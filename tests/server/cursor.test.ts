import { expect, test } from 'vitest'
import { firstCursor, readCursor, writeCursor } from '#server/sync/cursor.ts'

test('a cursor is read as it was written, and only with the secret that signed it', () => {
  const cursor = firstCursor(7, 'epoch-1', 1_700_000_000_000)
  const text = writeCursor('secret', cursor)
  expect(readCursor('secret', text)).toEqual(cursor)
  expect(readCursor('another secret', text)).toBeNull()
  for (const wrong of ['', '.', 'x.y', `${text}x`, text.replace(/^./, 'X')])
    expect(readCursor('secret', wrong)).toBeNull()
})
