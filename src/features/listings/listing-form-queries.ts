import { useState } from 'react'
import type { LocalKey, Refusal } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { type ListingWithPhotos, useListing } from './listings-queries.ts'

/**
 * As `useListing`, for a form: a listing that disappears under it stays as it was last seen, so that nothing typed is
 * lost (faults G4, G19).
 */
export function useListingToEdit(idOrKey: string): ListingWithPhotos | null | undefined {
  const found = useListing(idOrKey)
  const [seen, setSeen] = useState<ListingWithPhotos | null>(null)
  if (found && found !== seen) setSeen(found)
  return found === null && seen !== null ? seen : found
}

/**
 * Why the server refused the record's last change, so that the form can open at it (fault H2); `undefined` until it is
 * read, `null` when nothing was refused.
 */
export function useRefusal(entity: 'listing' | 'property', key: LocalKey): Refusal | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const refused = await database.outbox.where('[entity+key+state]').equals([entity, key, 'attention']).first()
    return refused?.refusal ?? null
  }, [database, entity, key])
}
