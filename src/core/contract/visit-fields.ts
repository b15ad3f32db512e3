import * as v from 'valibot'

/** Start and end of a visit, on the clock at the property. */
type VisitTimes = { start_time: string; end_time: string }

/** The usual names of the two in words. */
const usualLabels: VisitTimes = { start_time: 'Start Time', end_time: 'End Time' }

/** End after start (reading R8), said at the end's field, also while other fields are still wrong. */
export function endsAfterStart<Visit extends VisitTimes>(labels: VisitTimes = usualLabels) {
  return v.rawCheck<Visit>(({ dataset, addIssue }) => {
    // Also what is no record at all comes here.
    const { start_time, end_time } = (dataset.value ?? {}) as Partial<VisitTimes>
    if (typeof start_time !== 'string' || typeof end_time !== 'string' || end_time > start_time) return
    addIssue({
      message: `${labels.end_time} must be after ${labels.start_time}.`,
      path: [{ type: 'object', origin: 'value', input: dataset.value as Visit, key: 'end_time', value: end_time }],
    })
  })
}

/** Who shows a property, as our server sends it; another server may send a name only. */
export type Realtor = { name: string; email: string; phone: string }
