import type { EntityName } from '#core/sync/entities.ts'
import { withoutKey } from '#core/sync/compose-row.ts'
import { type UpdateOutcome, updateRecord } from '#core/sync/record-change.ts'
import type { Device } from '#storage/device.ts'
import type { Decided } from './decided-queries.ts'

/** A tour's times and stops belong together; single ones of them are not put back without a plan. */
const notByField: ReadonlySet<EntityName> = new Set<EntityName>(['tour'])

export function canPutBack({ entry, row }: Decided): boolean {
  return row !== undefined && entry.kind === 'update' && !notByField.has(entry.entity)
}

/** Changes the record to the values that a decision did not keep, as an edit of its own. */
export async function putBack({ replica, clock, ids }: Device, { entry, row }: Decided): Promise<UpdateOutcome> {
  if (row === undefined) return 'deleted'
  const { outcome } = await updateRecord(replica, clock, {
    opId: ids.uuid(),
    entity: entry.entity,
    key: entry.key,
    opened: withoutKey(row),
    changes: Object.fromEntries((entry.setAside ?? []).map(({ field, value }) => [field, value])),
  })
  return outcome
}
