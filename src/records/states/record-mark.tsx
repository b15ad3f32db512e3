import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useOutboxMark } from '#storage/device/use-outbox-mark.ts'
import { SyncMark } from '#ui/feedback/sync-mark.tsx'

/** What of a record is not on the server yet; nothing when all of it is. */
export function RecordMark({ entity, recordKey }: { entity: EntityName; recordKey: LocalKey }) {
  const mark = useOutboxMark(entity, recordKey)
  return mark === null ? null : <SyncMark state={mark} />
}
