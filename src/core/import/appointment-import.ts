import * as v from 'valibot'
import { type NewAppointment, newAppointmentSchema } from '#core/contract/appointment.ts'
import { schemaFromParser, reasonsOf, type ImportKind } from './import-kind.ts'
import { textOf, notesWith, hashText } from './imported-records.ts'

/** `event` is the id from `occurrenceId`; blank for an appointment that no import created. */
type ImportedAppointment = NewAppointment & { event: string }

/** Returns a permanent id for one occurrence of a calendar event, from the event's UID and the occurrence's original start. */
export function occurrenceId(uid: string, start: string): string {
  return `${hashText(`${uid} ${start}`).toString(36)}-${hashText(`${start} ${uid}`).toString(36)}`
}

/** Imports appointments from calendar files. Two are duplicates if they have the same event id, or the same title, day and start. */
export const appointmentImport: ImportKind<ImportedAppointment> = {
  name: 'appointments',
  schema: schemaFromParser((fields) => {
    const parsed = v.safeParse(newAppointmentSchema, fields)
    if (!parsed.success) return { reasons: reasonsOf(parsed) }
    return { output: { ...parsed.output, event: (fields as ImportedAppointment).event } }
  }),
  titleOf: ({ title }) => textOf(title) || 'Appointment',
  matchKeysOf: ({ event, date, start_time, title }) => [
    ...(event === '' ? [] : [event]),
    `${date} ${start_time} ${title.trim().toLowerCase()}`,
  ],
  isCertainDuplicate: () => true,
  additionsTo: ({ location, notes }, imported) => {
    const mergedNotes = notesWith(notes, imported.notes.split('\n'))
    return {
      ...(location === '' && imported.location !== '' ? { location: imported.location } : {}),
      ...(mergedNotes === notes ? {} : { notes: mergedNotes }),
    }
  },
  canMerge: true,
}
