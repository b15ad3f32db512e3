import { addDays } from '#core/domain/time/wall-clock.ts'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow, FollowUpRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { useInlineForm } from '#ui/form/use-inline-form.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PencilIcon, PlusIcon } from '#ui/icons/icon.tsx'
import { useOpenFollowUps } from './call-next-queries.ts'
import styles from './follow-ups.module.css'
import { LaterButton, DoneButton, finishFollowUp, postponeFollowUp } from './follow-up-actions.tsx'
import * as v from 'valibot'
import { followUpFormSchema } from '#core/contract/follow-up.ts'
import { DateField } from '#records/visits/date-field.tsx'
import { RecordNotice, RecordMark, StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { InlineForm, wideFieldClass } from '#ui/form/inline-form.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { formatDate } from '#core/format/dates.ts'

export function FollowUpsCard({ client }: { client: ClientRow }) {
  const device = useDevice()
  const { today } = useMinute()
  // `open`: 'new', or the key of the follow-up that is edited.
  const { open, opener, form } = useInlineForm<string>()
  const followUps = useRowsWithOpen(useOpenFollowUps(client.key), ({ key }) => key === open)
  return (
    <Card
      title="Follow-ups"
      actions={
        <Button {...opener('new')}>
          <PlusIcon size={18} />
          New Follow-up
        </Button>
      }
    >
      {open === 'new' && <FollowUpForm {...form} client={client} followUp={null} />}
      <StoredOnlyHereNote what="follow-ups" />
      {followUps?.length === 0 && <p className={styles.reason}>Nothing to do for now.</p>}
      {followUps !== undefined && followUps.length > 0 && (
        <ul className={styles.list}>
          {followUps.map((followUp) => (
            <li key={followUp.key} className={styles.item}>
              <div className={styles.words}>
                <p className={styles.name}>
                  {followUp.text} <RecordMark entity="follow_up" recordKey={followUp.key} />
                </p>
                <p className={styles.reason}>{formatDueDate(followUp.due_date, today)}</p>
              </div>
              <div className={styles.actions}>
                <DoneButton about={followUp.text} onPress={() => void finishFollowUp(device, followUp)} />
                <LaterButton
                  about={followUp.text}
                  today={today}
                  onChoose={(date) => void postponeFollowUp(device, followUp, date)}
                />
                <IconButton {...opener(followUp.key)} label={`Edit ${followUp.text}`}>
                  <PencilIcon size={18} />
                </IconButton>
              </div>
              {open === followUp.key && (
                <div className={styles.form}>
                  <FollowUpForm {...form} client={client} followUp={followUp} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function formatDueDate(date: string, today: string): string {
  if (date === today) return 'Due today'
  return date < today ? `Due since ${formatDate(date, today)}` : `Due ${formatDate(date, today)}`
}

type FollowUpValues = Record<'due_date' | 'text', string>

const labels: FollowUpValues = { text: 'What to Do', due_date: 'Due Date' }

type FollowUpFormProps = {
  id: string
  client: ClientRow
  followUp: FollowUpRow | null
  onClose: () => void
}

function FollowUpForm({ id, client, followUp, onClose }: FollowUpFormProps) {
  const { today } = useMinute()
  const isNew = followUp === null
  const deletion = useDeletion('follow_up', {
    message: ({ text }) => `“${text}” has been removed.`,
    onDeleted: onClose,
  })
  const form = useEntityForm<'follow_up', FollowUpValues, v.InferOutput<typeof followUpFormSchema>>({
    entity: 'follow_up',
    record: followUp,
    createdFor: client.key,
    newRecordExtras: () => ({ references: { client: { entity: 'client', key: client.key } }, shown: { done: false } }),
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
          <RecordNotice entity="client" recordKey={client.key} newChildKind="follow_up" />
        ) : (
          <RecordNotice entity="follow_up" recordKey={followUp.key} />
        )
      }
    >
      <TextField {...form.field('text')} className={wideFieldClass} required />
      <DateField form={form} name="due_date" pastDateHint="This day has passed, so it is due right away." />
      {deletion.dialog}
    </InlineForm>
  )
}
