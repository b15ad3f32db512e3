import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { defaultAppointmentTitle, newAppointmentSchema, type NewAppointment } from '#core/contract/appointment.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { GoneNotice } from '#records/gone-notice.tsx'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import type { AppointmentRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { useClashes } from '#storage/use-clashes.ts'
import { visitKey } from '#storage/visits-of-day.ts'
import { Button } from '#ui/button.tsx'
import { ClashWarning } from '#ui/clash-warning.tsx'
import { DialogActions } from '#ui/dialog-actions.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { type RecordForm as RecordFormState, useRecordForm } from '#ui/form/use-record-form.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { addAppointment, changeAppointment } from './appointment-commands.ts'
import {
  type AppointmentFormValues,
  appointmentLabels,
  appointmentToForm,
  emptyAppointment,
} from './appointment-form-values.ts'
import styles from './appointment-form.module.css'
import { useAppointmentRefusal } from './calendar-queries.ts'

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
  const refusal = useAppointmentRefusal(props.appointment?.key ?? '')
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
  const device = useDevice()
  const isNew = appointment === null
  const name = isNew ? 'appointment:new' : `appointment:edit:${appointment.key}`
  const failure = `Failed to ${isNew ? 'create' : 'update'} appointment. Please check the details and try again.`
  const [drafts] = useState(() => draftPort<AppointmentFormValues>(device.owner, name, device.database))
  const form = useRecordForm<AppointmentFormValues, NewAppointment>({
    schema: newAppointmentSchema,
    opened: isNew ? emptyAppointment(date) : appointmentToForm(appointment),
    labels: appointmentLabels,
    makeOpId: device.ids.uuid,
    drafts,
    refusal,
    whileDirty: countDirtyForm,
    failure,
    onFailure: storageProblem,
    save: async ({ opId, parsed, opened }) => {
      if (isNew) {
        await addAppointment(device, { opId, parsed })
        return
      }
      const outcome = await changeAppointment(device, { opId, key: appointment.key, opened, parsed })
      if (outcome === 'deleted') return { message: 'This appointment was deleted on this device.' }
    },
    onSaved: () => onSaved(form.form.getValues('date')),
  })

  function cancel() {
    form.discardDraft()
    onCancel()
  }

  return (
    <RecordForm form={form} label={isNew ? 'New Appointment' : 'Edit Appointment'}>
      {appointment !== null && <GoneNotice entity="appointment" recordKey={appointment.key} />}
      <div className={styles.fields}>
        <TextField {...form.field('title')} className={styles.wide} placeholder={defaultAppointmentTitle} />
        <TextField {...form.field('date')} className={styles.wide} type="date" required />
        <TextField {...form.field('start_time')} type="time" required />
        <TextField {...form.field('end_time')} type="time" required />
        <TextField {...form.field('location')} className={styles.wide} autoComplete="off" />
        <TextArea {...form.field('notes')} className={styles.wide} rows={3} />
      </div>
      <Clashes form={form} appointment={appointment} />
      <DialogActions>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={form.state === 'saving'}
          busyLabel={isNew ? 'Creating Appointment...' : 'Updating Appointment...'}
        >
          {isNew ? 'Create Appointment' : 'Update Appointment'}
        </Button>
      </DialogActions>
    </RecordForm>
  )
}

type ClashesProps = {
  form: RecordFormState<AppointmentFormValues, NewAppointment>
  appointment: AppointmentRow | null
}

function Clashes({ form, appointment }: ClashesProps) {
  const { date, start_time, end_time } = useWatch({ control: form.form.control })
  const clashes = useClashes({
    key: visitKey('appointment', appointment?.key ?? ''),
    date: date ?? '',
    start_time: start_time ?? '',
    end_time: end_time ?? '',
    place: null,
  })
  return <ClashWarning clashes={form.state === 'saved' ? [] : clashes} />
}
