import type { GenericSchema } from 'valibot'
import { schemaOfJson, type JsonText } from '#server/database/json-text.ts'
import { schemaOfInput } from './json-schemas.ts'

export type Described = {
  summary: string
  tags: readonly string[]
  answers: Record<number, Answer>
  /** A write that is done once under its key; one of a record may name the version that it was made for. */
  isKeyed?: boolean
}

/** A refusal, or an answer without a body, in a sentence; what else is sent by its media type, and headers of its own. */
export type Answer =
  | string
  | { sentence: string; headers: Record<string, string> }
  | { sentence: string; type: string; schema: object; headers?: Record<string, string> }

const json = 'application/json'
const etag = { etag: 'Version of the record. Send it back in `If-Match`' }

/** JSON, by a valibot schema of what is sent or by a JSON schema. */
export function jsonAnswer(
  sentence: string,
  schema: GenericSchema | { type: string | string[] },
  headers: Record<string, string> = {},
): Answer {
  return { sentence, type: json, schema: 'kind' in schema ? schemaOfInput(schema) : schema, headers }
}

/** One record, as the database writes it. */
export function recordAnswer(sentence: string, record: JsonText): Answer {
  return { sentence, type: json, schema: schemaOfJson(record), headers: etag }
}

/** A page of records of this JSON schema, or 304 when the client named the tag of the same page. */
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

/** A list that comes as a whole, without pages. */
export function listAnswer(sentence: string, schema: GenericSchema): Answer {
  const properties = { results: { type: 'array', items: schemaOfInput(schema) } }
  return { sentence, type: json, schema: { type: 'object', properties, required: ['results'] } }
}

/** The answer of a deletion. */
export function removedAnswer(hasChildren: boolean): Answer {
  const headers = { 'x-deleted-children': 'Number of records deleted with it, by kind: `showings=2, images=3`' }
  return hasChildren ? { sentence: 'Deleted', headers } : 'Deleted'
}

/** The header of a response that is sent again to a retry. */
export const replayed = {
  'idempotent-replay': '`true` if this repeats the response to an earlier try',
}

/** For routes that create a record under an idempotency key. */
export const deletedMeanwhile = { 410: 'The record created with this key has been deleted on another device' }

/** An answer that is not JSON. */
export function fileAnswer(sentence: string, type: string, headers: Record<string, string> = {}): Answer {
  return { sentence, type, schema: { type: 'string' }, headers }
}

/** The header of an answer that is meant to be saved as a file. */
export const savedAs = { 'content-disposition': 'Suggested file name' }

/**
 * What the API description says of a route, to be spread into its `schema`: a sentence, the resource it belongs to, and its
 * answers by status. Refusals that follow from the route itself are added to them (`described-refusals.ts`).
 */
export function described(tag: string, summary: string, answers: Described['answers']): Described {
  return { summary, tags: [tag], answers }
}

/** The same for a route that writes under an idempotency key (`writeOf`). */
export function describedWrite(tag: string, summary: string, answers: Described['answers']): Described {
  return { ...described(tag, summary, answers), isKeyed: true }
}
