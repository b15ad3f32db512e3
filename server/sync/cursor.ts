import * as v from 'valibot'
import { splitKnownHistory } from '#core/contract/sync-protocol.ts'
import type { KnownHistory, HistoryPosition } from '#server/database/known-history-query.ts'

/** How far a device has read: the position of its last change in each of the two orders of the feed. */
export type Cursor = {
  agentId: number
  own: OwnPosition
  shared: SharedPosition
  /** The server's newest versions when it issued the cursor; they show whether it was restored since. */
  seen: HistoryPosition
}

/** Position among own records, ordered by the agent's version, then by kind (`rank`) and id. */
export type OwnPosition = { version: number; rank: number; id: number }

/** Position among shared records, ordered by `transaction` (a 64-bit number as text), then by kind (`rank`) and id. */
export type SharedPosition = { transaction: string; rank: number; id: number }

/** Higher than the rank of any kind: a position with it is after all records of its version. */
export const lastRank = 99

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const rank = v.pipe(count, v.maxValue(lastRank))
const transaction = v.pipe(v.string(), v.regex(/^\d{1,19}$/))
const mark = v.nullable(v.pipe(v.string(), v.uuid()))

const cursorSchema = v.object({
  agentId: count,
  own: v.object({ version: count, rank, id: count }),
  shared: v.object({ transaction, rank, id: count }),
  seen: v.object({ version: count, mark, transaction: v.nullable(transaction), sharedMark: mark }),
})

const nothingSeen: HistoryPosition = { version: 0, mark: null, transaction: null, sharedMark: null }

export function firstCursor(agentId: number): Cursor {
  return {
    agentId,
    own: { version: 0, rank: 0, id: 0 },
    shared: { transaction: '0', rank: 0, id: 0 },
    seen: nothingSeen,
  }
}

/** Opaque to clients. Unsigned: a forged cursor shows nothing that the agent may not read anyway. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function readCursor(text: string): Cursor | null {
  try {
    const parsed = v.safeParse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Parses the `Sync-Cursor` header, a cursor and versions of the device's writes; null if invalid. `agentId`: null until the feed was read. */
export function readKnownHistory(text: string): { agentId: number | null; history: KnownHistory } | null {
  const { cursor: position, versions } = splitKnownHistory(text)
  if (position === '') return { agentId: null, history: { ...nothingSeen, readUpTo: 0, newest: versions } }
  const cursor = readCursor(position)
  if (cursor === null) return null
  const { agentId, own, seen } = cursor
  // `seen` already proves older versions, and their history tokens may have been deleted.
  const newest = versions.filter((version) => version > seen.version)
  return { agentId, history: { ...seen, readUpTo: own.version, newest } }
}
