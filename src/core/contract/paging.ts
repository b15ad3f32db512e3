import * as v from 'valibot'
import { toStorableText } from './fields.ts'

export const largestPageSize = 500

/** `page`, `page_size` and `search` of every list; unknown parameters are ignored. */
export const pageQuerySchema = v.object({
  page: v.optional(
    v.pipe(
      v.string(),
      v.digits('page must be a whole number.'),
      v.transform(Number),
      v.minValue(1, 'page must be at least 1.'),
      // The number of rows to skip must fit into the database's integers.
      v.maxValue(1_000_000, 'page must be at most 1,000,000.'),
    ),
    '1',
  ),
  page_size: v.optional(
    v.pipe(
      v.string(),
      v.digits('page_size must be a whole number.'),
      v.transform(Number),
      v.minValue(1, 'page_size must be at least 1.'),
      v.maxValue(largestPageSize, `page_size must be at most ${largestPageSize}.`),
    ),
    '100',
  ),
  search: v.optional(v.pipe(v.string(), v.transform(toStorableText), v.trim(), v.maxLength(200)), ''),
})

export type PageQuery = v.InferOutput<typeof pageQuerySchema>

/** One page of a list; `next` and `previous` are URLs of the same origin. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] }
