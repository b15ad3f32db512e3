import { defaultAppointmentTitle, newAppointmentSchema, type NewAppointment } from '#core/contract/appointment.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { Clashes } from '#records/clashes.tsx'
import { GoneNotice } from '#records/gone-notice.tsx'
import { formWords } from '#records/record-words.ts'
import { useEntityForm } from '#records/use-entity-form.ts'
import { useRefusal } from '#records/use-stuck-change.ts'
import type { AppointmentRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-actions.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './appointment-form.module.css'

/** An appointment as its form holds it. */
type AppointmentFormValues = Record<keyof NewAppointment, string>

/** In the order of the form. */
const labels: Record<keyof NewAppointment, string> = {
  title: 'Title',
  date: 'Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  location: 'Location',
  notes: 'Notes',
}

/** What the form of a new appointment shows, opened on the day that the agent looks at. */
function emptyAppointment(date: string): AppointmentFormValues {
  return { title: '', date, start_time: '', end_time: '', location: '', notes: '' }
}

function appointmentToForm(appointment: AppointmentRow): AppointmentFormValues {
  const { title, date, start_time, end_time, location = '', notes = '' } = appointment
  return { title, date, start_time, end_time, location, notes }
}

type AppointmentFormProps = {
  /** The appointment to change; null for a new one. */
  appointment: AppointmentRow | null
  /** The day that a new one is opened on. */
  date: string
  onCancel: () => void
  onSaved: (date: string) => void
}

/** The form of an appointment; what the server refused of one is marked (fault H2). */
export function AppointmentForm(props: AppointmentFormProps) {
  const refusal = useRefusal('appointment', props.appointment?.key ?? '')
  return refusal === undefined ? null : <OpenAppointmentForm {...props} refusal={refusal} />
}

/** Keeps what it was opened with, whatever arrives meanwhile. */
function OpenAppointmentForm({
  appointment,
  date,
  refusal,
  onCancel,
  onSaved,
}: AppointmentFormProps & { refusal: Refusal | null }) {
  const isNew = appointment === null
  const form = useEntityForm<'appointment', AppointmentFormValues, NewAppointment>({
    entity: 'appointment',
    record: appointment,
    schema: newAppointmentSchema,
    opened: isNew ? emptyAppointment(date) : appointmentToForm(appointment),
    labels,
    refusal,
    onSaved: () => onSaved(form.form.getValues('date')),
  })
  const { label, submitLabel, busyLabel } = formWords('appointment', isNew)

  function cancel() {
    form.discardDraft()
    onCancel()
  }

  return (
    <RecordForm form={form} label={label}>
      {appointment !== null && <GoneNotice entity="appointment" recordKey={appointment.key} />}
      <div className={styles.fields}>
        <TextField {...form.field('title')} className={styles.wide} placeholder={defaultAppointmentTitle} />
        <TextField {...form.field('date')} className={styles.wide} type="date" required />
        <TextField {...form.field('start_time')} type="time" required />
        <TextField {...form.field('end_time')} type="time" required />
        <TextField {...form.field('location')} className={styles.wide} autoComplete="off" />
        <TextArea {...form.field('notes')} className={styles.wide} rows={3} />
      </div>
      <Clashes form={form} entity="appointment" record={appointment} dateField="date" place={null} />
      <DialogActions>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </DialogActions>
    </RecordForm>
  )
}
