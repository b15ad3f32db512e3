import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'

/**
 * By kind: returns path and body of a create that is not sent to the kind's collection. Only sending needs these, so they are separate from
 * the kinds, which every screen loads.
 */
export const createCalls: Partial<Record<EntityName, (changes: Fields) => { path: string; fields: Fields }>> = {
  tour: tourCreateRequest,
}

/** Returns the request that creates a tour: `auto-create` uses the given order, `intelligent-create` plans it. */
function tourCreateRequest(tour: Fields): { path: string; fields: Fields } {
  const { planning, ...fields } = tour
  if (planning !== 'best') return { path: 'tours/tours/auto-create/', fields }
  const { start_time, end_time, ...rest } = fields
  return {
    path: 'tours/tours/intelligent-create/',
    fields: {
      ...rest,
      ...(start_time === undefined ? {} : { preferred_start_time: start_time }),
      ...(end_time === undefined ? {} : { preferred_end_time: end_time }),
    },
  }
}
