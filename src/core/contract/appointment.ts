import * as v from 'valibot'
import { defaultAppointmentTitle } from './record-constants.ts'
import { optionalClient, optionalDate, optionalText, plainDate, plainTime } from './fields.ts'
import { endsAfterStart } from './visit-fields.ts'

const appointmentFields = v.object({
  title: v.pipe(
    optionalText('Title', 200),
    v.transform((title) => (title === '' ? defaultAppointmentTitle : title)),
  ),
  date: plainDate,
  start_time: plainTime,
  end_time: plainTime,
  notes: optionalText('Notes'),
  location: optionalText('Location', 300),
  // An extension of ours.
  client: optionalClient,
})

/** What the form, and a request that makes an appointment, must hold. */
export const newAppointmentSchema = v.pipe(
  v.object({ ...appointmentFields.entries, title: v.optional(appointmentFields.entries.title, '') }),
  endsAfterStart<v.InferOutput<typeof appointmentFields>>(),
)

type AppointmentForm = Omit<NewAppointment, 'client'> & { client: string; person: string }

/** What the form must hold; its client stands by key, and `person` is what was typed of them. */
export const appointmentFormSchema = v.pipe(
  v.object({ ...appointmentFields.entries, client: v.string(), person: v.pipe(v.string(), v.trim()) }),
  endsAfterStart<AppointmentForm>(),
  v.forward(
    v.check(({ client, person }) => client !== '' || person === '', 'Choose one of your clients, or leave it blank.'),
    ['person'],
  ),
  v.transform(({ person, ...appointment }) => ({ ...appointment, client: person === '' ? '' : appointment.client })),
)

/** A change to an appointment: any of its fields; what comes of it must satisfy `newAppointmentSchema`. */
export const appointmentChangesSchema = v.partial(appointmentFields)

/** The days of `scheduling/appointments/`, both included; one that is missing is no bound. */
export const appointmentDaysSchema = v.object({
  start_date: optionalDate(),
  end_date: optionalDate(),
})

export type NewAppointment = v.InferOutput<typeof newAppointmentSchema>

/** An appointment as the server sends it; date and times are those of the clock on the wall. */
export type Appointment = NewAppointment & { id: number }
