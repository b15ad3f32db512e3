import * as v from 'valibot'

/** One entry of the change feed. `record` is missing on deletions. `version` is the record's ETag without quotes. */
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

/** How long a device keeps its journal. */
export const journalDays = 30

/** More keys are asked for in several requests. */
export const mostKeysAsked = 1000

const someKeys = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/))), v.maxLength(mostKeysAsked))

/**
 * `POST sync/known/`: the idempotency keys of confirmed operations. `deleted` are those of deletions whose records a restored
 * server does not have, and of the creates of these records: they are known from then on, so that no device makes them again.
 */
export const knownKeysSchema = v.object({ keys: someKeys, deleted: v.optional(someKeys, []) })

/**
 * `unknown`: those of the keys that left no trace on the server. `made`: those of `deleted` whose record is there all the
 * same; then none of `deleted` is known, and these records are to be deleted first.
 */
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

/** Where the idempotency key stands in an address when its header does not pass. */
export const keyInAddress = 'idempotency_key'

export const csrfCookieName = 'csrftoken'

/**
 * What a device shows of the server's history that it knows, in `GET sync/` and in the header `Sync-Cursor` of every write:
 * the cursor of the feed, and behind a semicolon the versions that answers to writes have named since. Several requests are on
 * their way at once, so there may be a few that none of the others stands for.
 */
export function knownHistory(cursor: string, versions: readonly number[]): string {
  return versions.length === 0 ? cursor : `${cursor};${versions.join(',')}`
}

/** So many versions are shown; more requests are never on their way at once. */
export const mostVersionsShown = 16

/** The two parts again; what is no list of a few numbers counts as not said. */
export function splitKnownHistory(text: string): { cursor: string; versions: number[] } {
  const [cursor = '', list = ''] = text.split(';')
  const versions = list.split(',', mostVersionsShown).filter((number) => /^\d{1,16}$/.test(number))
  return { cursor, versions: versions.map(Number).filter(Number.isSafeInteger) }
}

/** What `GET sync/` answers on our server; a plain server answers 404. */
export const serverDescriptionSchema = v.object({
  features: v.array(v.string()),
  /** Whether all that the device knows happened in this database; always `same` for a device that knows nothing yet. */
  history: v.optional(v.picklist(['same', 'changed']), 'same'),
  key_retention_days: v.optional(v.number(), 30),
  /** The agent's version, and the server's time, before which a missing key proves nothing. */
  keys_from: v.optional(v.number(), 0),
  keys_since: v.optional(v.string(), ''),
  /** The agent's version up to which work is older than the journal is kept, by the server's clock. */
  journal_from: v.optional(v.number(), 0),
  /** Programs below it send nothing until they are newer; see `oldestProgram`. */
  minimum_version: v.optional(v.number(), 0),
})
export type ServerDescription = v.InferOutput<typeof serverDescriptionSchema>

/**
 * Which calls this build speaks. It rises with a change of the API after which older programs would send what the server
 * takes for something else, and then the server's `oldestProgram` rises with it (decision 16).
 */
export const programVersion = 2

/** The oldest program that this build's server understands; it asks every other to become newer first (fault J4). */
export const oldestProgram = 2

/** Addresses that are the server's own and never the app's; one with a slash at its end stands for all below it. */
const serverPaths = ['/api/', '/photos/', '/calendar/', '/healthz', '/readyz', '/metrics'] as const

/** The same as patterns of a path with its query. */
export const serverPathPatterns: readonly RegExp[] = serverPaths.map((path) =>
  path.endsWith('/') ? new RegExp(`^${path}`) : new RegExp(`^${path}(?:\\?|$)`),
)
