import type * as v from 'valibot'
import { appointmentFormSchema } from '#core/contract/appointment.ts'
import { defaultAppointmentTitle } from '#core/contract/record-constants.ts'
import { defaultTimes } from '#core/domain/time/default-times.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { withoutSeconds } from '#core/domain/time/wall-clock.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { Clashes, useEndWithStart } from '#records/visits/visit-form.tsx'
import { PersonField } from '#records/people/client-field.tsx'
import { clientFormValue } from '#records/saving/commands.ts'
import { DateField } from '#records/visits/date-field.tsx'
import { RecordNotice, useRefusal, NotSentNote } from '#records/states/record-notice.tsx'
import { formLabels } from '#records/record-labels.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import type { AppointmentRow, ClientRow } from '#storage/database/rows.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { DialogForm } from '#ui/form/record-form.tsx'
import { TextField, TextArea } from '#ui/fields/field.tsx'
import styles from './dashboard-calendar.module.css'
import type { VisitTimes } from './calendar-events.ts'

type AppointmentFormValues = Record<AppointmentField, string>
/** `person` is the text in the field *Client*, `client` the picked client as `clientFormValue` returns it: '' if there is none. */
type AppointmentField = 'title' | 'date' | 'start_time' | 'end_time' | 'location' | 'notes' | 'client' | 'person'

/** In the order of the form. */
const labels: AppointmentFormValues = {
  title: 'Title',
  person: 'Client',
  client: 'Client',
  date: 'Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  location: 'Location',
  notes: 'Notes',
}

const defaultMinutes = 60

/** Returns the initial times of a new appointment, which do not overlap `taken` ones if possible. `minutesNow` is null unless `date` is today. */
export function newAppointmentTimes(
  date: string,
  minutesNow: number | null,
  taken: readonly Pick<VisitTimes, 'start_time' | 'end_time'>[],
): VisitTimes {
  return { date, ...defaultTimes(minutesNow, defaultMinutes, taken) }
}

function emptyAppointment(times: VisitTimes): AppointmentFormValues {
  return { title: '', ...times, location: '', notes: '', client: '', person: '' }
}

function appointmentToForm(appointment: AppointmentRow, person: ClientRow | undefined): AppointmentFormValues {
  const { title, date, start_time, end_time, location = '', notes = '' } = appointment
  const clientValues = {
    client: clientFormValue(appointment.client),
    person: person === undefined ? '' : clientName(person),
  }
  const times = { start_time: withoutSeconds(start_time), end_time: withoutSeconds(end_time) }
  return { title, date, ...times, location, notes, ...clientValues }
}

type AppointmentFormProps = {
  /** Null for a new appointment. */
  appointment: AppointmentRow | null
  times: VisitTimes
  /** The agent chose the times on the calendar's grid. The draft of such a form belongs to its start time. */
  isAtSlot: boolean
  onCancel: () => void
  onSaved: (date: string) => void
}

/** An appointment's form; marks the fields that the server refused (fault H2). */
export function AppointmentForm(props: AppointmentFormProps) {
  const refusal = useRefusal('appointment', props.appointment?.key ?? '')
  const people = usePeople()
  if (refusal === undefined || people === undefined) return null
  const person = props.appointment === null ? undefined : people.of(props.appointment)
  return <OpenAppointmentForm {...props} person={person} refusal={refusal} />
}

/** The form, with the values that the record had when the form opened: later changes made elsewhere do not replace them. */
function OpenAppointmentForm({
  appointment,
  times,
  isAtSlot,
  person,
  refusal,
  onCancel,
  onSaved,
}: AppointmentFormProps & { person: ClientRow | undefined; refusal: Refusal | null }) {
  const isNew = appointment === null
  const form = useEntityForm<'appointment', AppointmentFormValues, v.InferOutput<typeof appointmentFormSchema>>({
    entity: 'appointment',
    record: appointment,
    schema: appointmentFormSchema,
    createdFor: isAtSlot ? `${times.date} ${times.start_time}` : undefined,
    opened: isNew ? emptyAppointment(times) : appointmentToForm(appointment, person),
    labels,
    refusal,
    onSaved: () => onSaved(form.form.getValues('date')),
  })
  useEndWithStart(form, defaultMinutes)
  const { label, submitLabel, busyLabel } = formLabels('appointment', isNew)

  return (
    <DialogForm form={form} label={label} submitLabel={submitLabel} busyLabel={busyLabel} onCancel={onCancel}>
      <NotSentNote entity="appointment" work={isNew ? 'create' : 'update'} />
      {appointment !== null && <RecordNotice entity="appointment" recordKey={appointment.key} />}
      <div className={styles.fields}>
        <TextField {...form.field('title')} className={styles.wide} placeholder={defaultAppointmentTitle} />
        <PersonField form={form} className={styles.wide} />
        <DateField form={form} name="date" className={styles.wide} />
        <TextField {...form.field('start_time')} type="time" required />
        <TextField {...form.field('end_time')} type="time" required />
      </div>
      <Clashes
        form={form}
        entity="appointment"
        record={appointment}
        dateField="date"
        home={null}
        locationField="location"
      />
      <TextField {...form.field('location')} autoComplete="off" />
      <TextArea {...form.field('notes')} rows={3} />
    </DialogForm>
  )
}
