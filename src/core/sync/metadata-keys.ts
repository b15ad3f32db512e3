import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from './operation.ts'

/** The device's place in the change feed, a `FeedPlace`; missing until a first page was stored. */
export const feedFact = 'feed'

export type FeedPlace = {
  cursor: string
  /** If this version knows more kinds, it reads the feed from the start. */
  entities: string
  /** True during a first load: records that are missing may still come. */
  isArriving?: boolean
}

/** When other agents' listings were deleted to make room, or last fetched again, epoch milliseconds; null once they are back. */
export const freedFact = 'freed'

/** When the server last answered, epoch milliseconds. */
export const reachedFact = 'last-reached'

/** A `ServerKind`; missing until the server has answered. */
export const serverKindFact = 'server-verdict'

/** `doubtedAt`: since when our server answers like a plain one. */
export type ServerKind = { kind: 'ours'; features: string[]; doubtedAt: number | null } | { kind: 'plain' }

/** When the kind's whole list was last read from a server without a feed. */
export function fullPullFact(entity: EntityName): string {
  return `sweep ${entity}`
}

/** The listings that a plain server last offered for a tour's date, an `AvailableOn`. */
export const availableOnFact = 'available-on'

export type AvailableOn = { date: string; at: number; keys: LocalKey[] }

/** When the rows were last compared with the whole feed, epoch milliseconds; missing until the first week has begun. */
export const comparedFact = 'compared-with-feed'

/** How often this device has brought back what the server had lost: what is sent beside the outbox goes again then, too (fault C19). */
export const recoveriesFact = 'recoveries'

/**
 * When the server was last asked for the keys of confirmed work, epoch milliseconds; 0 when it has certainly lost some, which the next
 * exchange finds.
 */
export const lookedFact = 'looked-for-lost-work'

/** Versions up to this one are older than the journal, by the server's clock; missing until the server has sent it. */
export const journalFromFact = 'journal-from'
