import * as v from 'valibot'
import { splitKnownHistory } from '#core/contract/sync-protocol.ts'
import type { KnownHistory, Seen } from '#server/database/known-history-query.ts'

/** How far a device has read: the place of the last change it got, in each of the two orders that changes have. */
export type Cursor = {
  agentId: number
  own: OwnPlace
  shared: SharedPlace
  seen: Seen
}

/** Among the agent's own records, which are in the order of the agent's version. */
export type OwnPlace = { version: number; rank: number; id: number }

/** Among what all agents share, which is in the order of transactions. The id is a 64-bit number, so a text here. */
export type SharedPlace = { transaction: string; rank: number; id: number }

/** Behind every record of a version. */
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

const nothingSeen: Seen = { version: 0, mark: null, transaction: null, sharedMark: null }

/** From the beginning. */
export function firstCursor(agentId: number): Cursor {
  return {
    agentId,
    own: { version: 0, rank: 0, id: 0 },
    shared: { transaction: '0', rank: 0, id: 0 },
    seen: nothingSeen,
  }
}

/** Opaque to clients. Not signed: a made-up cursor gives no more than the agent may read anyway. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Null for anything that no server of ours writes today. */
export function readCursor(text: string): Cursor | null {
  try {
    const parsed = v.safeParse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/**
 * Parses a `Sync-Cursor`, with the agent whose history it names; null for one of no database of this kind. A device that has
 * written and read nothing yet names no agent and only versions.
 */
export function readKnownHistory(text: string): { agentId: number | null; history: KnownHistory } | null {
  const { cursor: place, versions } = splitKnownHistory(text)
  if (place === '') return { agentId: null, history: { ...nothingSeen, read: 0, newest: versions } }
  const cursor = readCursor(place)
  if (cursor === null) return null
  const { agentId, own, seen } = cursor
  // An older one is proved by the cursor, and its mark may have been deleted since.
  const newest = versions.filter((version) => version > seen.version)
  return { agentId, history: { ...seen, read: own.version, newest } }
}
