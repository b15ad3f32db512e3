import type { GenericSchema } from 'valibot'
import { schemaOfJson, type JsonText } from '#server/database/json-text.ts'
import { schemaOfInput } from './json-schemas.ts'

export type Described = {
  summary: string
  tags: readonly string[]
  answers: Record<number, Answer>
  /** True for a write that accepts an idempotency key (and `If-Match`, if the URL names a record). */
  isKeyed?: boolean
}

/** A string describes a refusal or an empty answer. */
export type Answer =
  | string
  | { sentence: string; headers: Record<string, string> }
  | { sentence: string; type: string; schema: object; headers?: Record<string, string> }

const json = 'application/json'
const etag = { etag: 'Version of the record. Send it back in `If-Match`' }

export function jsonAnswer(
  sentence: string,
  schema: GenericSchema | { type: string | string[] },
  headers: Record<string, string> = {},
): Answer {
  // Only a valibot schema has a `kind`.
  return { sentence, type: json, schema: 'kind' in schema ? schemaOfInput(schema) : schema, headers }
}

export function recordAnswer(sentence: string, record: JsonText): Answer {
  return { sentence, type: json, schema: schemaOfJson(record), headers: etag }
}

/** A page of records, or 304 if the client sent the ETag of the same page. */
export function pageAnswers(sentence: string, record: object): Record<number, Answer> {
  const headers = { etag: 'Cache validator: changes when the page changes. Send it back in `If-None-Match`' }
  return { 200: { sentence, type: json, schema: schemaOfPage(record), headers }, 304: 'Not modified' }
}

function schemaOfPage(record: object): object {
  const address = { type: ['string', 'null'] }
  const properties = {
    count: { type: 'integer' },
    next: address,
    previous: address,
    results: { type: 'array', items: record },
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

export function listAnswer(sentence: string, schema: GenericSchema): Answer {
  const properties = { results: { type: 'array', items: schemaOfInput(schema) } }
  return { sentence, type: json, schema: { type: 'object', properties, required: ['results'] } }
}

export function deletedAnswer(deletesChildren: boolean): Answer {
  const headers = { 'x-deleted-children': 'Number of records deleted with it, by kind: `showings=2, images=3`' }
  return deletesChildren ? { sentence: 'Deleted', headers } : 'Deleted'
}

export const replayHeaders = {
  'idempotent-replay': '`true` if this repeats the response to an earlier try',
}

export const keyDeletedAnswer = { 410: 'The record created with this key has been deleted on another device' }

export function fileAnswer(sentence: string, type: string, headers: Record<string, string> = {}): Answer {
  return { sentence, type, schema: { type: 'string' }, headers }
}

export const downloadHeaders = { 'content-disposition': 'Suggested file name' }

/** Describes a route; spread it into its `schema`. Refusals are added from the route's options (`described-refusals.ts`). */
export function described(tag: string, summary: string, answers: Described['answers']): Described {
  return { summary, tags: [tag], answers }
}

export function describedWrite(tag: string, summary: string, answers: Described['answers']): Described {
  return { ...described(tag, summary, answers), isKeyed: true }
}
