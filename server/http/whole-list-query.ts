import * as v from 'valibot'
import { largestPageSize, pageQuerySchema } from '#core/contract/paging.ts'

/** Paging of lists that plain clients read without following `next`: one page holds as much as possible. */
export const wholeListQuerySchema = v.object({
  page: pageQuerySchema.entries.page,
  page_size: v.optional(pageQuerySchema.entries.page_size.wrapped, String(largestPageSize)),
})

export type WholeListQuery = v.InferOutput<typeof wholeListQuerySchema>
