import { tourCreateRequest } from '#core/domain/tours/tour-creation.ts'
import { isSameRoute } from '#core/domain/tours/tour-plan-check.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'

/* Only sending needs these, so they are separate from the kinds, which every screen loads. */

/** By kind: returns path and body of a create that is not sent to the kind's collection. */
export const createCalls: Partial<Record<EntityName, (changes: Fields) => { path: string; fields: Fields }>> = {
  tour: tourCreateRequest,
}

/**
 * By kind: compares the field that a server may compute again, such as a tour's stops, as this device showed it and as the server answered.
 * If they differ, the row has the shown value as a local override.
 */
export const isSameComputedValue: Partial<
  Record<EntityName, (shown: Json | undefined, answered: Json | undefined) => boolean>
> = {
  tour: isSameRoute,
}
