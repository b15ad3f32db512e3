import * as v from 'valibot'
import { followUpFormSchema } from '#core/contract/follow-up.ts'
import { addDays } from '#core/domain/wall-clock.ts'
import { useEntityForm } from '#records/use-entity-form.ts'
import type { ClientRow } from '#storage/rows.ts'
import { useMinute } from '#storage/use-minute.ts'
import { InlineForm, wideFieldClass } from '#ui/form/inline-form.tsx'
import { TextField } from '#ui/text-field.tsx'

type FollowUpValues = Record<'due_date' | 'text', string>

const labels: FollowUpValues = { text: 'What to Do', due_date: 'Due Date' }

type FollowUpFormProps = { id: string; client: ClientRow; onClose: () => void }

/** The inline form of something to do for a client; closing it is what resets it. */
export function FollowUpForm({ id, client, onClose }: FollowUpFormProps) {
  const { today } = useMinute()
  const form = useEntityForm<'follow_up', FollowUpValues, v.InferOutput<typeof followUpFormSchema>>({
    entity: 'follow_up',
    record: null,
    below: client.key,
    made: () => ({ references: { client: { entity: 'client', key: client.key } }, shown: { done: false } }),
    schema: followUpFormSchema,
    opened: { text: '', due_date: addDays(today, 1) },
    labels,
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label="New Follow-up"
      submitLabel="Save Follow-up"
      busyLabel="Saving..."
      onCancel={onClose}
    >
      <TextField {...form.field('text')} className={wideFieldClass} required />
      <TextField {...form.field('due_date')} type="date" required />
    </InlineForm>
  )
}
