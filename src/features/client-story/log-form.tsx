import { useEffect } from 'react'
import * as v from 'valibot'
import { interactionFormSchema, interactionKinds } from '#core/contract/interaction.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import { minutesOfInstant, withoutSeconds } from '#core/domain/time/wall-clock.ts'
import { DateField } from '#records/visits/date-field.tsx'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { withdrawLogOffer } from '#records/people/log-offer.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { ClientRow, InteractionRow } from '#storage/database/rows.ts'
import { InlineForm, wideFieldClass } from '#ui/form/inline-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField, TextArea } from '#ui/fields/field.tsx'

type LogValues = Record<'kind' | 'date' | 'time' | 'text', string>

const labels: LogValues = { kind: 'Kind', date: 'Date', time: 'Time', text: 'What Was Said' }

type LogFormProps = {
  id: string
  client: ClientRow
  /** Null to log a new interaction. */
  interaction: InteractionRow | null
  onClose: () => void
}

function schemaUntil(today: string) {
  return v.pipe(
    interactionFormSchema,
    v.forward(
      v.check(({ date }) => date <= today, 'This day is in the future. Add a follow-up instead.'),
      ['date'],
    ),
  )
}

export function LogForm({ id, client, interaction, onClose }: LogFormProps) {
  const device = useDevice()
  const now = device.clock.now()
  const { today } = useMinute()
  const isNew = interaction === null
  // The form replaces the offer to log a call, text or email that has just started.
  useEffect(() => {
    if (isNew) withdrawLogOffer(device, client.key)
  }, [device, isNew, client.key])
  const deletion = useDeletion('interaction', {
    message: ({ kind }) => `${kind} with ${clientName(client)} has been removed.`,
    onDeleted: onClose,
  })
  const form = useEntityForm<'interaction', LogValues, v.InferOutput<typeof interactionFormSchema>>({
    entity: 'interaction',
    record: interaction,
    createdFor: client.key,
    newRecordExtras: () => ({ references: { client: { entity: 'client', key: client.key } } }),
    schema: schemaUntil(today),
    opened: isNew
      ? { kind: 'Call', date: today, time: timeOfMinutes(minutesOfInstant(now)), text: '' }
      : {
          kind: interaction.kind,
          date: interaction.date,
          time: withoutSeconds(interaction.time),
          text: interaction.text,
        },
    labels,
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label={isNew ? 'Log a Call' : `Edit ${interaction.kind}`}
      submitLabel={isNew ? 'Log It' : 'Save Changes'}
      busyLabel={isNew ? 'Logging...' : 'Saving...'}
      onCancel={onClose}
      onDelete={isNew ? undefined : () => deletion.ask(interaction)}
      notice={
        isNew ? (
          <RecordNotice entity="client" recordKey={client.key} newChildKind="interaction" />
        ) : (
          <RecordNotice entity="interaction" recordKey={interaction.key} />
        )
      }
    >
      <SelectField {...form.field('kind')}>
        {interactionKinds.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </SelectField>
      <DateField form={form} name="date" max={today} />
      <TextField {...form.field('time')} type="time" required />
      <TextArea {...form.field('text')} className={wideFieldClass} rows={3} />
      {deletion.dialog}
    </InlineForm>
  )
}
