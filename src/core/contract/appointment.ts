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
  client: optionalClient,
})

export const newAppointmentSchema = v.pipe(
  v.object({ ...appointmentFields.entries, title: v.optional(appointmentFields.entries.title, '') }),
  endsAfterStart<v.InferOutput<typeof appointmentFields>>(),
)

type AppointmentForm = Omit<NewAppointment, 'client'> & { client: string; person: string }

/** Rules for the form. `client` is the local key of the chosen client or '', and `person` is the text typed to find the client. */
export const appointmentFormSchema = v.pipe(
  v.object({ ...appointmentFields.entries, client: v.string(), person: v.pipe(v.string(), v.trim()) }),
  endsAfterStart<AppointmentForm>(),
  v.forward(
    v.check(({ client, person }) => client !== '' || person === '', 'Choose one of your clients, or leave it blank.'),
    ['person'],
  ),
  v.transform(({ person, ...appointment }) => ({ ...appointment, client: person === '' ? '' : appointment.client })),
)

/** The changed appointment must satisfy `newAppointmentSchema`. */
export const appointmentChangesSchema = v.partial(appointmentFields)

/** Query of `scheduling/appointments/`: the first and last day, both included; a missing one sets no limit. */
export const appointmentDaysSchema = v.object({
  start_date: optionalDate(),
  end_date: optionalDate(),
})

export type NewAppointment = v.InferOutput<typeof newAppointmentSchema>

export type Appointment = NewAppointment & { id: number }
