import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import { mirrorTable } from '#storage/device-database.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { Banner } from '#ui/banner.tsx'

/** Says over an open form that its record was deleted meanwhile, in another window or elsewhere (fault G4). */
export function GoneNotice({ entity, recordKey }: { entity: EntityName; recordKey: LocalKey }) {
  const { database } = useDevice()
  const isThere = useLiveQuery(
    async () => (await mirrorTable(database, entity).get(recordKey)) !== undefined,
    [database, entity, recordKey],
  )
  if (isThere !== false) return null
  return (
    <Banner tone="warning" role="status">
      This {kinds[entity].word} was deleted while you were editing it. What you typed stays here until you leave.
    </Banner>
  )
}
