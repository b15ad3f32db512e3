import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from './operation.ts'

// Times are in epoch milliseconds.

/** Metadata key: the device's position in the feed, a `FeedPlace`. Missing until the first page is stored. */
export const feedPlaceMetadataKey = 'feed'

export type FeedPlace = {
  cursor: string
  /** The kinds, as one text, that the app had when it stored this. An app version with other kinds reads the whole feed again. */
  entities: string
  /** True until the first load has read the feed's last page: a record that is missing here may come with a later page. */
  isArriving?: boolean
}

/** Metadata key: when other agents' listings were deleted to free space, or the last try to fetch them began. Null once they are back. */
export const listingsFreedMetadataKey = 'freed'

/** Metadata key: when the server last answered. */
export const lastReachedMetadataKey = 'last-reached'

/** Metadata key: when the pause ends that the server required with a 429 or 503. */
export const pausedUntilMetadataKey = 'paused-until'

/** Metadata key: a `ServerKind`. Missing until the server has answered. */
export const serverKindMetadataKey = 'server-verdict'

/** `doubtedAt`: since when a server of ours has answered like a plain one, in epoch milliseconds; null if it has not. */
export type ServerKind = { kind: 'ours'; features: string[]; doubtedAt: number | null } | { kind: 'plain' }

/** Returns the metadata key for the time of a kind's last full pull. */
export function fullPullMetadataKey(entity: EntityName): string {
  return `sweep ${entity}`
}

/** Metadata key: the listings that a plain server last offered for a tour's date, and when (`at`, epoch milliseconds): an `AvailableOn`. */
export const availableOnMetadataKey = 'available-on'

export type AvailableOn = { date: string; at: number; keys: LocalKey[] }

/** Metadata key: when the rows were last compared with the whole feed; the first exchange stores its own time, and compares a week later. */
export const feedComparisonMetadataKey = 'compared-with-feed'

/** Metadata key: the number of recoveries. After each, stored answers, such as a listing's dashboard, may be outdated (fault C19). */
export const recoveryCountMetadataKey = 'recoveries'

/** Metadata key: when the device last looked for confirmed operations that the server lost; 0 if it has certainly lost some. */
export const lossCheckMetadataKey = 'looked-for-lost-work'

/** Metadata key: the version up to which writes are older than 30 days by the server's clock. Missing until the server has sent it. */
export const journalFromMetadataKey = 'journal-from'
