import type { Appointment } from '#core/contract/appointment.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { AppointmentRow } from '#server/database/tables.ts'

/** An appointment as its agent gets it. */
export type AppointmentRecord = Appointment & {
  version: number
  client_key: string | null
  created_at: string
  updated_at: string
}

/** From a row that `readAsJson` read: its date and times are texts. */
export function appointmentRowToRecord(row: JsonRow<AppointmentRow>): AppointmentRecord {
  return {
    id: row.id,
    title: row.title,
    date: row.date,
    start_time: row.start_time,
    end_time: row.end_time,
    notes: row.notes,
    location: row.location,
    version: row.version,
    client_key: row.client_key,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
