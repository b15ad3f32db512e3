import { tourCreateRequest } from '#core/domain/tours/tour-creation.ts'
import { isSameRoute } from '#core/domain/tours/tour-plan-check.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'

/* Only sending needs these, so they are apart from the kinds, which every screen loads. */

/** Path and body of a create that does not go to the kind's collection. */
export const createCalls: Partial<Record<EntityName, (changes: Fields) => { path: string; fields: Fields }>> = {
  tour: tourCreateRequest,
}

/** Whether the server stored the `told` field as the agent saw it. If not, the row has the agent's value as `<field>_shown_here`. */
export const answersAlike: Partial<
  Record<EntityName, (shown: Json | undefined, answered: Json | undefined) => boolean>
> = {
  tour: isSameRoute,
}
