import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from './operation.ts'

/** Where this device stands in the change feed, a `FeedPlace`; missing until a first page was kept. */
export const feedFact = 'feed'

export type FeedPlace = {
  cursor: string
  /** A program that knows more kinds of records begins anew. */
  entities: string
  /** True while a first load has not come to the feed's end: what is not here may still be on its way. */
  isArriving?: boolean
}

/** When other agents' listings were deleted to make room, or last fetched for it, epoch milliseconds; null once they are back. */
export const freedFact = 'freed'

/** When the server last answered this device as itself, epoch milliseconds. */
export const reachedFact = 'last-reached'

/** What this server is, a `ServerKind`; missing until it has answered. */
export const serverKindFact = 'server-verdict'

/** `doubtedAt` since ours first answered like a plain one. */
export type ServerKind = { kind: 'ours'; features: string[]; doubtedAt: number | null } | { kind: 'plain' }

/** When an entity's whole list was last read from a server without a feed; missing until then. */
export function fullPullFact(entity: EntityName): string {
  return `sweep ${entity}`
}

/** Which listings a plain server offered for the tour's date that was asked for last, an `AvailableOn`. */
export const availableOnFact = 'available-on'

export type AvailableOn = { date: string; at: number; keys: LocalKey[] }

/** When the rows were last compared with the whole feed, epoch milliseconds; missing until the first week has begun. */
export const comparedFact = 'compared-with-feed'

/** How often this device has brought back what the server had lost: what is sent beside the outbox goes again then, too (fault C19). */
export const recoveriesFact = 'recoveries'

/**
 * When the server was last asked for the keys of confirmed work, epoch milliseconds; 0 when it certainly has lost something, which is
 * looked for with the next exchange.
 */
export const lookedFact = 'looked-for-lost-work'

/** Work up to this version of the agent is older than the journal, by the server's clock; missing until the server has sent it. */
export const journalFromFact = 'journal-from'
