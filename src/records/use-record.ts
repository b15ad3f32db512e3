import { useState } from 'react'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { useUpdate } from '#state/update.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import type { RowOf } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** Returns the record with an id or key; `undefined` while loading, `null` if there is none or `idOrKey` is undefined. */
export function useRecord<Entity extends EntityName>(
  entity: Entity,
  idOrKey: string | undefined,
): RowOf[Entity] | null | undefined {
  const { database } = useDevice()
  const answer = useLiveQuery(async () => {
    if (idOrKey === undefined) return { idOrKey, row: null }
    const row = await mirrorTable(database, entity).get(await resolveLocalKey(database, entity, idOrKey))
    return { idOrKey, row: (row as RowOf[Entity] | undefined) ?? null }
  }, [database, entity, idOrKey])
  // Just after `idOrKey` has changed, the answer is still about the previous one.
  return answer?.idOrKey === idOrKey ? answer?.row : undefined
}

/** Returns `found`; once the record is deleted (null), its last version, so that its form stays open with the typed text (faults G4, G19). */
export function useLastSeen<Found extends object>(
  found: Found | null | undefined,
  idOrKey: string,
): Found | null | undefined {
  const [seen, setSeen] = useState<{ idOrKey: string; found: Found } | null>(null)
  if (found && (found !== seen?.found || seen.idOrKey !== idOrKey)) setSeen({ idOrKey, found })
  return found === null && seen?.idOrKey === idOrKey ? seen.found : found
}

/** As `useLastSeen`, but only while typed text is unsaved. */
export function useLastSeenWhileDirty<Found extends object>(
  found: Found | null | undefined,
  idOrKey: string,
): Found | null | undefined {
  const seen = useLastSeen(found, idOrKey)
  const isTyped = useUpdate(({ dirtyForms }) => dirtyForms > 0)
  return isTyped ? seen : found
}
