import { useSyncExternalStore } from 'react'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from './device-context.tsx'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'

/** The record's mark, or null when everything about it is on the server. Only a changed mark renders again. */
export function useOutboxMark(entity: EntityName, key: LocalKey): OutboxMark | null {
  const { marks } = useDevice()
  return useSyncExternalStore(marks.subscribe, () => marks.markOf(entity, key))
}
