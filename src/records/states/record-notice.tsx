import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { isDeletedHere } from '#records/saving/deleted-here.ts'
import { StuckChange } from './needs-you.tsx'
import { useStuckChange } from '#records/saving/use-stuck-change.ts'

type RecordNoticeProps = {
  entity: EntityName
  recordKey: LocalKey
  /** What is made below this record, for the form of something new. */
  below?: EntityName
}

/**
 * Says over an open form that its record, or the one that a new record belongs to, was deleted meanwhile, in another window or
 * elsewhere (fault G4), or that an earlier change of it waits for a decision. What the server refused is marked in the form.
 */
export function RecordNotice({ entity, recordKey, below }: RecordNoticeProps) {
  const { database } = useDevice()
  const isThere = useLiveQuery(
    async () => (await mirrorTable(database, entity).get(recordKey)) !== undefined,
    [database, entity, recordKey],
  )
  // What this device deletes itself takes along what waits below it.
  const takesAlong = useLiveQuery(
    () => isDeletedHere(database, { entity, key: recordKey }),
    [database, entity, recordKey],
  )
  const isPlain = useIsPlainServer()
  const stuck = useStuckChange(entity, recordKey)
  if (isThere !== false) return below === undefined && stuck?.conflict ? <StuckChange change={stuck} /> : null
  const { word } = kinds[entity]
  // A plain server is never asked for what it has no place for, and so never says that something is missing.
  const isSent = below !== undefined && !(isPlain && kinds[below].onPlainServers.list === 'none')
  const canMove = isSent && takesAlong === false
  return (
    <Banner tone="warning" role="status">
      This {word} was deleted while you were {below === undefined ? 'editing it' : 'typing'}.{' '}
      {canMove
        ? `Save, and you can move it to another ${word} in the Outbox.`
        : 'What you typed stays here until you leave.'}
    </Banner>
  )
}
