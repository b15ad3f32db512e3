import * as v from 'valibot'

/** What `GET sync/` answers on our server; a plain server answers 404. */
export const serverDescriptionSchema = v.object({
  features: v.array(v.string()),
  epoch: v.string(),
  key_retention_days: v.optional(v.number(), 30),
  /** Programs below it send nothing until they are newer; see `program-version.ts`. */
  minimum_version: v.optional(v.number(), 0),
})
export type ServerDescription = v.InferOutput<typeof serverDescriptionSchema>

/** One entry of the change feed. `record` is missing on deletions. `version` is the record's ETag without quotes. */
export const changeSchema = v.object({
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

export const headerNames = {
  idempotencyKey: 'Idempotency-Key',
  replayed: 'Idempotent-Replay',
  agent: 'X-Agent-Id',
  csrf: 'X-CSRFToken',
} as const

export const csrfCookieName = 'csrftoken'
