import * as v from 'valibot'

type VisitTimes = { start_time: string; end_time: string }

const usualLabels: VisitTimes = { start_time: 'Start Time', end_time: 'End Time' }

/** Checks that the end is after the start (reading R8). Reports the error at `end_time`, even while other fields are invalid. */
export function endsAfterStart<Visit extends VisitTimes>(labels: VisitTimes = usualLabels) {
  return v.rawCheck<Visit>(({ dataset, addIssue }) => {
    // Raw checks also receive values that are not objects.
    const { start_time, end_time } = (dataset.value ?? {}) as Partial<VisitTimes>
    if (typeof start_time !== 'string' || typeof end_time !== 'string' || end_time > start_time) return
    addIssue({
      message: `${labels.end_time} must be after ${labels.start_time}.`,
      path: [{ type: 'object', origin: 'value', input: dataset.value as Visit, key: 'end_time', value: end_time }],
    })
  })
}

/** The agent who shows a property, as our server sends it; other servers may send only a name. */
export type Realtor = { name: string; email: string; phone: string }
