import * as v from 'valibot'
import { largestPageSize, pageQuerySchema } from '#core/contract/paging.ts'

/** `page` and `page_size` of lists that a plain client reads without following `next`: as much as a page may hold. */
export const wholeListQuerySchema = v.object({
  page: pageQuerySchema.entries.page,
  page_size: v.optional(pageQuerySchema.entries.page_size.wrapped, String(largestPageSize)),
})

export type WholeListQuery = v.InferOutput<typeof wholeListQuerySchema>
