import type { GenericSchema } from 'valibot'

export type Described = {
  summary: string
  tags: readonly string[]
  answers: Record<number, string | GenericSchema>
}

/**
 * What the API description says of a route, to be spread into its `schema`:
 * a sentence, the resource it belongs to, and its answers (a sentence or the schema of the JSON) by status.
 */
export function described(tag: string, summary: string, answers: Described['answers']): Described {
  return { summary, tags: [tag], answers }
}
