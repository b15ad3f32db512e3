import type { EntityName } from './entities.ts'

/** Where this device stands in the change feed; missing until a first page was kept. */
export const feedFact = 'feed'

/** When an entity's whole list was last read from a server without a feed; missing until then. */
export function sweepFact(entity: EntityName): string {
  return `sweep ${entity}`
}
