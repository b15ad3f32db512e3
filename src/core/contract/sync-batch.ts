import * as v from 'valibot'

/** The most operations in one `POST sync/batch/`. */
export const mostInBatch = 200

const keySchema = v.pipe(
  v.string('An idempotency key is expected.'),
  v.regex(/^[\x21-\x7e]{1,200}$/, 'A key must be 1 to 200 visible characters.'),
)

/** One operation of a batch: what its request would be by itself. */
const batchOperationSchema = v.object({
  method: v.picklist(['POST', 'PATCH', 'PUT', 'DELETE'], 'Choose POST, PATCH, PUT or DELETE.'),
  /** Below `/api/`, with its trailing slash. */
  path: v.pipe(v.string('A path is expected.'), v.maxLength(1000, 'path is too long.')),
  key: keySchema,
  if_match: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200, 'if_match is too long.'))), null),
  /** Judged with its operation: a wrong one is no reason to refuse the others. */
  body: v.optional(v.unknown()),
})
export type BatchOperation = v.InferOutput<typeof batchOperationSchema>

export const batchSchema = v.object({
  operations: v.pipe(
    v.array(batchOperationSchema, 'A list of operations is expected.'),
    v.minLength(1, 'At least one operation is expected.'),
    v.maxLength(mostInBatch, `At most ${mostInBatch} operations fit into one request.`),
    v.check(
      (operations) => new Set(operations.map(({ key }) => key)).size === operations.length,
      'Each operation needs a key of its own.',
    ),
  ),
})

/** What one operation came to: what its own request would have been answered. `key` says which one it was (fault C27). */
const batchAnswerSchema = v.object({
  key: v.string(),
  status: v.number(),
  /** Lower-case names; those that say something of the operation. */
  headers: v.optional(v.record(v.string(), v.string()), {}),
  /** Missing when the answer has no body. */
  body: v.optional(v.unknown()),
})
export type BatchAnswer = v.InferOutput<typeof batchAnswerSchema>

/** One answer each, in the order of the operations; whatever is missing has no answer. */
export const batchAnswersSchema = v.object({ answers: v.array(batchAnswerSchema) })

/** Stands where the id of a record belongs that an earlier operation of the same batch makes. */
export type CreatedMark = { $created: string }

export function isCreatedMark(value: unknown): value is CreatedMark {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    '$created' in value &&
    typeof value.$created === 'string'
  )
}

/** The mark as it stands inside a path: `listings/{"$created":"<key>"}/showings/`. */
export function createdMarkInPath(mark: CreatedMark): string {
  return JSON.stringify({ $created: mark.$created })
}

export const createdMarksInPath = /\{"\$created":\s?"([\x21\x23-\x5b\x5d-\x7e]+)"\}/g
