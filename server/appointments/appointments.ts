import { sql } from 'kysely'
import * as v from 'valibot'
import {
  appointmentChangesSchema,
  appointmentDaysSchema,
  newAppointmentSchema,
  type Appointment,
} from '#core/contract/appointment.ts'
import { appointment } from '#core/kinds/appointment-kind.ts'
import { jsonIntegerOrNull, jsonStrings } from '#server/database/json-text.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { standardKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

/** The REST resource of appointments; see `OwnKind` for the fields. Overlapping appointments are allowed. */
export const appointments = standardKind<Appointment & OwnRecord>()('appointment', {
  words: {
    tag: 'appointments',
    one: 'an appointment',
    many: 'appointments',
    list: 'List appointments in a range of days, earliest first',
  },
  record: recordJson('appointments', { ...jsonStrings(appointment.fields), client: jsonIntegerOrNull }),
  nullIfMissing: { client: 'clients' },
  schema: newAppointmentSchema,
  changes: appointmentChangesSchema,
  list: {
    query: v.object({ ...wholeListQuerySchema.entries, ...appointmentDaysSchema.entries }),
    where: ({ start_date, end_date }) => [
      ...(start_date === '' ? [] : [sql<boolean>`date >= ${start_date}`]),
      ...(end_date === '' ? [] : [sql<boolean>`date <= ${end_date}`]),
    ],
    orderBy: () => sql`date, start_time, id`,
  },
})
