import type { NewAppointment } from '#core/contract/appointment.ts'
import type { AppointmentRow } from '#storage/rows.ts'

/** An appointment as its form holds it. */
export type AppointmentFormValues = Record<keyof NewAppointment, string>

/** In the order of the form. */
export const appointmentLabels: Record<keyof NewAppointment, string> = {
  title: 'Title',
  date: 'Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  location: 'Location',
  notes: 'Notes',
}

/** What the form of a new appointment shows, opened on the day that the agent looks at. */
export function emptyAppointment(date: string): AppointmentFormValues {
  return { title: '', date, start_time: '', end_time: '', location: '', notes: '' }
}

export function appointmentToForm(appointment: AppointmentRow): AppointmentFormValues {
  const { title, date, start_time, end_time, location = '', notes = '' } = appointment
  return { title, date, start_time, end_time, location, notes }
}
