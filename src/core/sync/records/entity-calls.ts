import { tourCreation } from '#core/domain/tours/tour-creation.ts'
import { isSameRoute } from '#core/domain/tours/tour-plan-check.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'

/*
 * What only sending needs to know of some kinds of records. Apart from the kinds, because every screen that
 * reads loads those.
 */

/** Where a create goes instead of its collection, and what it says there. */
export const createCalls: Partial<Record<EntityName, (changes: Fields) => { path: string; fields: Fields }>> = {
  tour: tourCreation,
}

/**
 * Whether a server has kept what the agent was shown of the `told` field. Where it has not, the row keeps what was shown
 * as `<field>_shown_here` until the agent knows.
 */
export const answersAlike: Partial<
  Record<EntityName, (shown: Json | undefined, answered: Json | undefined) => boolean>
> = {
  tour: isSameRoute,
}
