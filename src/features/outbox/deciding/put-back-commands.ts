import type { EntityName } from '#core/kinds/all-kinds.ts'
import { putBackDecision, standsThere } from '#core/sync/deciding/put-back.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device/device.ts'
import type { Decided } from './decided-queries.ts'

/** A tour's times and stops belong together; single ones of them are not put back without a plan. */
const notByField: ReadonlySet<EntityName> = new Set<EntityName>(['tour'])

export function canPutBack({ entry, row }: Decided): boolean {
  return row !== undefined && entry.kind === 'update' && !notByField.has(entry.entity) && !standsThere(entry, row)
}

/** Changes the record to the values that a decision did not keep, as an edit of its own. */
export function putBack({ replica, clock, ids }: Device, { entry }: Decided): Promise<UpdateOutcome> {
  return putBackDecision(replica, clock, ids.uuid(), entry)
}
