import { useState } from 'react'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { useUpdate } from '#state/update.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { keyAt } from '#storage/database/key-at.ts'
import type { RowOf } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/**
 * The record by the id or key in an address; `undefined` while it is read, `null` when this device has none there or no address
 * is given.
 */
export function useRecord<Entity extends EntityName>(
  entity: Entity,
  idOrKey: string | undefined,
): RowOf[Entity] | null | undefined {
  const { database } = useDevice()
  const answer = useLiveQuery(async () => {
    if (idOrKey === undefined) return { idOrKey, row: null }
    const row = await mirrorTable(database, entity).get(await keyAt(database, entity, idOrKey))
    return { idOrKey, row: (row as RowOf[Entity] | undefined) ?? null }
  }, [database, entity, idOrKey])
  // For a moment the answer is that of the address before.
  return answer?.idOrKey === idOrKey ? answer?.row : undefined
}

/**
 * What was found at an address, for a form: a record that disappears under it stays as it was last seen, so that nothing typed
 * is lost (faults G4, G19).
 */
export function useLastSeen<Found extends object>(
  found: Found | null | undefined,
  idOrKey: string,
): Found | null | undefined {
  const [seen, setSeen] = useState<{ at: string; found: Found } | null>(null)
  if (found && (found !== seen?.found || seen.at !== idOrKey)) setSeen({ at: idOrKey, found })
  return found === null && seen?.at === idOrKey ? seen.found : found
}

/** What was found at an address, for a page with forms: it stays as it was last seen while something typed there is not saved. */
export function useSeenWhileTyped<Found extends object>(
  found: Found | null | undefined,
  idOrKey: string,
): Found | null | undefined {
  const seen = useLastSeen(found, idOrKey)
  const isTyped = useUpdate(({ dirtyForms }) => dirtyForms > 0)
  return isTyped ? seen : found
}
