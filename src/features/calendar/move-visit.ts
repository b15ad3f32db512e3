import { dateInWords, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { headingOf } from '#records/record-words.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { timesInWords } from './event-words.ts'

export type VisitTimes = { date: string; start_time: string; end_time: string }

/** Gives a visit other times on this device, says so and offers to undo it; says why where that cannot be. */
export async function moveVisit(device: Device, visit: RecordedVisit, to: VisitTimes): Promise<void> {
  if (visit.kind === 'tour') {
    notify({
      title: 'A tour moves as a whole',
      message: 'Open the tour and press Edit to change its day or its hours.',
    })
    return
  }
  const { kind, record, title } = visit
  const { date, ...times } = to
  await changeWithUndo(device, {
    entity: kind,
    record,
    changes: { [kind === 'showing' ? 'showing_date' : 'date']: date, ...times },
    title: `${headingOf(kind)} Moved`,
    message: `${title}: ${dateInWords(date, dateOfInstant(device.clock.now()))}, ${timesInWords(to)}`,
  })
}
