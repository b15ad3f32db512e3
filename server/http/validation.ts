import type { FastifyTypeProvider } from 'fastify'
import * as v from 'valibot'
import { invalid, RefusedRequest, type FieldMessages } from '#server/problem-responses.ts'

/** Lets a route's `schema.body`, `querystring` and `params` be valibot schemas, with their types in the handler. */
export interface ValibotTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown
  serializer: unknown
}

/** For schemas that say nothing themselves: valibot's own words are for programmers. */
v.setGlobalMessage(({ type, requirement }) => {
  switch (type) {
    case 'string':
      return 'Enter text.'
    case 'number':
    case 'digits':
      return 'Enter a number.'
    case 'integer':
      return 'Enter a whole number.'
    case 'boolean':
      return 'Choose yes or no.'
    case 'array':
      return 'A list is expected.'
    case 'record':
      return 'A JSON object is expected.'
    case 'non_empty':
      return 'This field may not be blank.'
    case 'max_length':
      return `Use at most ${String(requirement)}.`
    case 'min_length':
      return `Use at least ${String(requirement)}.`
    case 'max_value':
      return `Must be at most ${String(requirement)}.`
    case 'min_value':
      return `Must be at least ${String(requirement)}.`
    default:
      return 'This value is not valid.'
  }
})

/** Fastify's validator compiler. A wrong value ends the request with 400 and its messages at their fields. */
export function validatorCompiler({ schema }: { schema: v.GenericSchema }) {
  return (input: unknown): { value: unknown } | { error: Error } => {
    const parsed = v.safeParse(schema, input)
    return parsed.success ? { value: parsed.output } : { error: new RefusedRequest(invalid(messagesOf(parsed.issues))) }
  }
}

/** The parsed value, or 400 with the messages at their fields; for what Fastify does not parse: multipart forms. */
export function parseFields<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw new RefusedRequest(invalid(messagesOf(parsed.issues)))
  return parsed.output
}

/** Messages by field, the first for each path; those of the whole stand under `non_field_errors`. */
function messagesOf(issues: readonly v.BaseIssue<unknown>[]): FieldMessages {
  const messages: FieldMessages = {}
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? 'non_field_errors'
    const list = (messages[field] ??= [])
    const message = messageOf(issue)
    if (!list.includes(message)) list.push(message)
  }
  return messages
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  // Valibot's own words for a missing key and a missing body are for programmers.
  if (issue.type === 'object')
    return issue.path === undefined ? 'A JSON object is expected.' : 'This field is required.'
  return issue.message
}
