import type { TourStatus } from '#core/contract/record-statuses.ts'
import type { TourStep } from '#core/contract/tour.ts'
import { isNewStep } from '#core/domain/tours/tour-run.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import { changeRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourRow } from '#storage/database/rows.ts'

/** Changes the status of a tour. Each status is sent as a separate operation (fault F10). */
export function markTour(device: Device, tour: TourRow, status: TourStatus): Promise<UpdateOutcome> {
  const opId = device.ids.uuid()
  return changeRecord(device, 'tour', { opId, key: tour.key, opened: openedOf(tour), changes: { status } })
}

/** Adds the step that `stepAfter` computes from the stored ones, unless it is stored already. `status` is set if it begins or ends the tour. */
export async function addTourStep(
  device: Device,
  tour: TourRow,
  stepAfter: (stored: readonly TourStep[]) => TourStep,
  status?: TourStatus,
): Promise<UpdateOutcome> {
  // Read again, because the page may still show the tour without its last step.
  const current = await device.replica.transact('read', (tx) => tx.row('tour', tour.key))
  const stored = ((current ?? tour) as TourRow).steps ?? []
  const step = stepAfter(stored)
  const isNew = isNewStep(stored, step)
  if (!isNew && status === undefined) return 'unchanged'
  const opened = { ...openedOf(tour), steps: stored }
  const changes = { ...(isNew ? { steps: [...stored, step] } : {}), ...(status === undefined ? {} : { status }) }
  return changeRecord(device, 'tour', { opId: step.id, key: tour.key, opened, changes })
}

/** Drops the local override of the stops, so that only the server's plan is shown. */
export async function acceptServerPlan(device: Device, key: LocalKey): Promise<void> {
  await device.replica.transact('write', async (tx) => {
    const [row, base] = await Promise.all([tx.row('tour', key), tx.base('tour', key)])
    if (base !== undefined && base.record !== null) {
      await tx.putBase({ ...base, record: { ...base.record, stops_shown_here: null } })
    }
    if (row !== undefined) await tx.putRows('tour', [{ ...row, stops_shown_here: null }])
  })
}

/** Returns the tour's fields as the agent saw them. `changeRecord` compares with them, to merge the changes with what was stored since. */
export function openedOf(tour: TourRow): Fields {
  const { key: _, ...record } = tour
  return record
}
