import type { GenericSchema } from 'valibot'
import { schemaOfJson, type JsonText } from '#server/database/json-text.ts'

export type Described = {
  summary: string
  tags: readonly string[]
  answers: Record<number, Answer>
}

/** An answer in a sentence, by its schema, or both where JSON is written by the database. */
export type Answer = string | GenericSchema | { sentence: string; json: object }

/** One record, as the database writes it. */
export function recordAnswer(sentence: string, record: JsonText): Answer {
  return { sentence, json: schemaOfJson(record) }
}

/** A page of such records. */
export function pageAnswer(sentence: string, record: JsonText): Answer {
  const address = { type: ['string', 'null'] }
  const properties = {
    count: { type: 'integer' },
    next: address,
    previous: address,
    results: { type: 'array', items: schemaOfJson(record) },
  }
  return {
    sentence,
    json: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  }
}

/**
 * What the API description says of a route, to be spread into its `schema`:
 * a sentence, the resource it belongs to, and its answers (a sentence or the schema of the JSON) by status.
 */
export function described(tag: string, summary: string, answers: Described['answers']): Described {
  return { summary, tags: [tag], answers }
}
