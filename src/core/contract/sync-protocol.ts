import * as v from 'valibot'

/** One entry of the feed. A tombstone has no `record`. `version` is the record's ETag without quotes. */
const changeSchema = v.object({
  entity: v.string(),
  id: v.union([v.number(), v.string()]),
  version: v.union([v.number(), v.string()]),
  deleted: v.optional(v.boolean(), false),
  record: v.optional(v.nullable(v.record(v.string(), v.unknown())), null),
})
export type Change = v.InferOutput<typeof changeSchema>

export const changePageSchema = v.object({
  changes: v.array(changeSchema),
  cursor: v.string(),
  has_more: v.boolean(),
})
export type ChangePage = v.InferOutput<typeof changePageSchema>

export const journalDays = 30

/** The most keys in each list of one `sync/known/` request; a device splits longer lists into several requests. */
export const maxKeysPerRequest = 1000

const someKeys = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/))), v.maxLength(maxKeysPerRequest))

/**
 * The body of `POST sync/known/`. `keys` are idempotency keys of confirmed operations. `deleted` are the keys of deletions whose records a restored
 * server does not have, and of the creates of these records. The server marks these keys as done, so that no device creates the records again.
 */
export const knownKeysSchema = v.object({ keys: someKeys, deleted: v.optional(someKeys, []) })

/** `unknown`: keys without a trace. `made`: keys in `deleted` whose records exist; if any do, the server marks no key until they are deleted. */
export const knownKeysAnswerSchema = v.object({
  unknown: v.array(v.string()),
  made: v.optional(v.array(v.string()), []),
})

export const headerNames = {
  cursor: 'Sync-Cursor',
  version: 'Sync-Version',
  idempotencyKey: 'Idempotency-Key',
  replayed: 'Idempotent-Replay',
  agent: 'X-Agent-Id',
  csrf: 'X-CSRFToken',
} as const

/** Query parameter with the idempotency key, for networks that drop the header. */
export const idempotencyKeyParam = 'idempotency_key'

export const csrfCookieName = 'csrftoken'

/**
 * Returns what a device knows of the server's history, for `GET sync/` and the `Sync-Cursor` header of every write: the feed's cursor, a
 * semicolon, and the versions that the server gave to this device's writes after that cursor. After concurrent writes, there are several
 * versions, because none of them implies the others.
 */
export function knownHistory(cursor: string, versions: readonly number[]): string {
  return versions.length === 0 ? cursor : `${cursor};${versions.join(',')}`
}

/** The most versions in `Sync-Cursor`. A device has at most this many requests in flight, so it never needs more. */
export const maxVersionsInCursor = 16

/** Inverse of `knownHistory`; ignores anything that is not a version number. */
export function splitKnownHistory(text: string): { cursor: string; versions: number[] } {
  const [cursor = '', list = ''] = text.split(';')
  const versions = list.split(',', maxVersionsInCursor).filter((number) => /^\d{1,16}$/.test(number))
  return { cursor, versions: versions.map(Number).filter(Number.isSafeInteger) }
}

/** The response of `GET sync/`; a plain server responds with 404. */
export const serverDescriptionSchema = v.object({
  features: v.array(v.string()),
  /** `changed` if the device knows history that this database does not have, as after a restore. `same` for a new device. */
  history: v.optional(v.picklist(['same', 'changed']), 'same'),
  key_retention_days: v.optional(v.number(), 30),
  /** The server has the idempotency key of every write of the agent above this version; it may have deleted the keys up to it. */
  keys_from: v.optional(v.number(), 0),
  /** The same limit as a time of the server's clock. */
  keys_since: v.optional(v.string(), ''),
  /** Writes of the agent up to this version are older than `journalDays`, so devices may have deleted them from their journals. */
  journal_from: v.optional(v.number(), 0),
  /** Devices with a lower `apiVersion` send nothing until they are updated; see `minApiVersion`. */
  minimum_version: v.optional(v.number(), 0),
})
export type ServerDescription = v.InferOutput<typeof serverDescriptionSchema>

/** The API version of this build. It rises, with `minApiVersion`, if the server would misread older builds (decision 16). */
export const apiVersion = 2

/** The oldest API version that this build's server accepts; older devices must update first (fault J4). */
export const minApiVersion = 2

/** Paths that belong to the server, never to the app; a trailing slash includes everything below. */
const serverPaths = ['/api/', '/photos/', '/calendar/', '/healthz', '/readyz', '/metrics'] as const

export const serverPathPatterns: readonly RegExp[] = serverPaths.map((path) =>
  path.endsWith('/') ? new RegExp(`^${path}`) : new RegExp(`^${path}(?:\\?|$)`),
)
