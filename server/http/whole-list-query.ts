import * as v from 'valibot'
import { largestPageSize, pageQuerySchema } from '#core/contract/paging.ts'

/** The query of lists that some clients read without following `next`: by default, a page is as large as possible. */
export const wholeListQuerySchema = v.object({
  page: pageQuerySchema.entries.page,
  page_size: v.optional(pageQuerySchema.entries.page_size.wrapped, String(largestPageSize)),
})

export type WholeListQuery = v.InferOutput<typeof wholeListQuerySchema>
