import * as v from 'valibot'
import { followUpFormSchema } from '#core/contract/follow-up.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { DateField } from '#records/visits/date-field.tsx'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import type { ClientRow, FollowUpRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { InlineForm, wideFieldClass } from '#ui/form/inline-form.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type FollowUpValues = Record<'due_date' | 'text', string>

const labels: FollowUpValues = { text: 'What to Do', due_date: 'Due Date' }

type FollowUpFormProps = {
  id: string
  client: ClientRow
  /** The follow-up to change; null for a new one. */
  followUp: FollowUpRow | null
  onClose: () => void
}

/** The inline form of something to do for a client; closing it is what resets it. */
export function FollowUpForm({ id, client, followUp, onClose }: FollowUpFormProps) {
  const { today } = useMinute()
  const isNew = followUp === null
  const deletion = useDeletion('follow_up', {
    message: ({ text }) => `“${text}” has been removed.`,
    onDeleted: onClose,
  })
  const form = useEntityForm<'follow_up', FollowUpValues, v.InferOutput<typeof followUpFormSchema>>({
    entity: 'follow_up',
    record: followUp,
    below: client.key,
    made: () => ({ references: { client: { entity: 'client', key: client.key } }, shown: { done: false } }),
    schema: followUpFormSchema,
    opened: isNew ? { text: '', due_date: addDays(today, 1) } : { text: followUp.text, due_date: followUp.due_date },
    labels,
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label={isNew ? 'New Follow-up' : 'Edit Follow-up'}
      submitLabel="Save Follow-up"
      busyLabel="Saving..."
      onCancel={onClose}
      onDelete={isNew ? undefined : () => deletion.ask(followUp)}
      notice={
        isNew ? (
          <RecordNotice entity="client" recordKey={client.key} below="follow_up" />
        ) : (
          <RecordNotice entity="follow_up" recordKey={followUp.key} />
        )
      }
    >
      <TextField {...form.field('text')} className={wideFieldClass} required />
      <DateField form={form} name="due_date" passed="This day has passed, so it is due right away." />
      {deletion.dialog}
    </InlineForm>
  )
}
