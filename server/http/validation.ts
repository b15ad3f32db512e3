import type { FastifyTypeProvider } from 'fastify'
import * as v from 'valibot'
import { invalid, RefusedRequest, type FieldMessages } from '#server/problem-responses.ts'

/** Allows valibot schemas as a route's `schema.body`, `querystring` and `params`, and types the handler accordingly. */
export interface ValibotTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown
  serializer: unknown
}

/** Sets the messages of checks that have none of their own, because valibot's defaults are written for programmers. */
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

/** Fastify's validator compiler. An invalid value ends the request with 400 and messages by field. */
export function validatorCompiler({ schema }: { schema: v.GenericSchema }) {
  return (input: unknown): { value: unknown } | { error: Error } => {
    const parsed = v.safeParse(schema, input)
    return parsed.success ? { value: parsed.output } : { error: new RefusedRequest(invalid(messagesOf(parsed.issues))) }
  }
}

/** Returns the parsed value or throws 400 with messages by field. For multipart forms, which Fastify does not parse. */
export function parseFields<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw new RefusedRequest(invalid(messagesOf(parsed.issues)))
  return parsed.output
}

/** Messages by field path. Messages about the whole value are under `non_field_errors`. */
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
  if (issue.type === 'object')
    return issue.path === undefined ? 'A JSON object is expected.' : 'This field is required.'
  return issue.message
}
