import * as v from 'valibot'

export const maxInBatch = 200

const keySchema = v.pipe(
  v.string('An idempotency key is expected.'),
  v.regex(/^[\x21-\x7e]{1,200}$/, 'A key must be 1 to 200 visible characters.'),
)

const batchOperationSchema = v.object({
  method: v.picklist(['POST', 'PATCH', 'PUT', 'DELETE'], 'Choose POST, PATCH, PUT or DELETE.'),
  /** Relative to `/api/`, with a trailing slash. */
  path: v.pipe(v.string('A path is expected.'), v.maxLength(1000, 'path is too long.')),
  key: keySchema,
  if_match: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200, 'if_match is too long.'))), null),
  /** Validated when its operation runs, so that a wrong body does not refuse the whole batch. */
  body: v.optional(v.unknown()),
})
export type BatchOperation = v.InferOutput<typeof batchOperationSchema>

export const batchSchema = v.object({
  operations: v.pipe(
    v.array(batchOperationSchema, 'A list of operations is expected.'),
    v.minLength(1, 'At least one operation is expected.'),
    v.maxLength(maxInBatch, `At most ${maxInBatch} operations fit into one request.`),
    v.check(
      (operations) => new Set(operations.map(({ key }) => key)).size === operations.length,
      'Each operation needs a key of its own.',
    ),
  ),
})

/** The response that the operation's own request would have received. `key` is the operation's idempotency key (fault C27). */
const batchAnswerSchema = v.object({
  key: v.string(),
  status: v.number(),
  /** Only headers about the operation, with lower-case names. */
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.unknown()),
})
export type BatchAnswer = v.InferOutput<typeof batchAnswerSchema>

/** One answer per operation, in order. An operation whose answer is missing counts as unanswered. */
export const batchAnswersSchema = v.object({ answers: v.array(batchAnswerSchema) })

/** Placeholder for the id of a record that an earlier operation of the same batch creates; `$created` is that operation's key. */
export type CreatedPlaceholder = { $created: string }

export function isCreatedPlaceholder(value: unknown): value is CreatedPlaceholder {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    '$created' in value &&
    typeof value.$created === 'string'
  )
}

/** The placeholder inside a path: `listings/{"$created":"<key>"}/showings/`. */
export function createdPlaceholderInPath(placeholder: CreatedPlaceholder): string {
  return JSON.stringify({ $created: placeholder.$created })
}

/** Matches the placeholders that `createdPlaceholderInPath` writes; the group is the key. */
export const createdPlaceholdersInPath = /\{"\$created":\s?"([\x21\x23-\x5b\x5d-\x7e]+)"\}/g
