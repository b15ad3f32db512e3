import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device-context.tsx'
import { mirrorTable } from '#storage/device-database.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { Banner } from '#ui/banner.tsx'
import { isDeletedHere } from './deleted-here.ts'

type GoneNoticeProps = {
  entity: EntityName
  recordKey: LocalKey
  /** What is made below this record, for the form of something new. */
  below?: EntityName
}

/**
 * Says over an open form that its record, or the one that a new record belongs to, was deleted meanwhile, in another window or
 * elsewhere (fault G4).
 */
export function GoneNotice({ entity, recordKey, below }: GoneNoticeProps) {
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
  const isPlain = useConnection(({ serverKind }) => serverKind === 'plain')
  if (isThere !== false) return null
  const { word } = kinds[entity]
  // A plain server is never asked for what it has no place for, and so never says that something is missing.
  const isSent = below !== undefined && !(isPlain && kinds[below].onPlainServers === 'never')
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
