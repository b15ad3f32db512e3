import { undoMs } from '#core/sync/writing/delete-record.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { dateInWords, dateOfInstant } from '#core/domain/wall-clock.ts'
import { changeRecord } from '#records/commands.ts'
import { headingOf } from '#records/record-words.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
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
  const { date, start_time, end_time, kind, title } = visit
  const from = { date, start_time, end_time }
  if (!(await changeTimes(device, visit, from, to))) return
  notify({
    type: 'success',
    title: `${headingOf(kind)} Moved`,
    message: `${title}: ${dateInWords(to.date, dateOfInstant(device.clock.now()))}, ${timesInWords(to)}`,
    duration: undoMs,
    action: { label: 'Undo', run: () => void changeTimes(device, visit, to, from) },
  })
}

async function changeTimes(
  device: Device,
  { kind, record: { key } }: RecordedVisit,
  from: VisitTimes,
  to: VisitTimes,
): Promise<boolean> {
  const fields = ({ date, ...times }: VisitTimes) => ({
    [kind === 'showing' ? 'showing_date' : 'date']: date,
    ...times,
  })
  const failure = { type: 'error', title: `The ${kinds[kind].word} could not be moved.` } as const
  try {
    const change = { opId: device.ids.uuid(), key, opened: fields(from), changes: fields(to) }
    const outcome: UpdateOutcome = await changeRecord(device, kind, change)
    if (outcome === 'deleted') notify({ ...failure, message: 'It has been deleted.' })
    return outcome !== 'deleted'
  } catch (error) {
    notify({ ...failure, message: storageProblem(error) })
    return false
  }
}
