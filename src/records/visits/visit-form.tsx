import type { ReactNode } from 'react'
import { agentAsRealtor } from '#core/domain/account/realtor-name.ts'
import { useSession } from '#state/session.ts'
import type { ListingRow, RowOf } from '#storage/database/rows.ts'
import type { FormValues } from '#ui/form/form-draft.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import type { RecordForm, RecordFormOptions } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/fields/text-field.tsx'
import { Clashes } from './clashes.tsx'
import { DateField } from './date-field.tsx'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { formWords } from '#records/record-words.ts'
import { StaysHere } from '#records/states/stays-here.tsx'
import { useEndWithStart } from './use-end-with-start.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'

type VisitFormProps<Entity extends 'showing' | 'open_house', Values extends FormValues, Parsed> = Pick<
  RecordFormOptions<Values, Parsed>,
  'schema' | 'opened' | 'labels'
> & {
  id: string
  entity: Entity
  listing: ListingRow
  /** The visit to change; null for a new one. */
  record: RowOf[Entity] | null
  dateField: keyof Values & string
  /** How long such a visit is unless the agent says so. */
  usualMinutes: number
  onClose: () => void
  /** What the drafts of a new one are named by while its listing may change; the listing without it. */
  part?: string | undefined
  /** The fields after date and times. */
  children?: (form: RecordForm<Values, Parsed>) => ReactNode
}

/** The inline form of a visit to a listing; closing it is what resets it. */
export function VisitForm<
  Entity extends 'showing' | 'open_house',
  Values extends FormValues & { start_time: string; end_time: string },
  Parsed extends object,
>(props: VisitFormProps<Entity, Values, Parsed>) {
  const { id, entity, listing, record, part, schema, opened, labels, dateField, usualMinutes, onClose, children } =
    props
  const user = useSession((session) => session.user)
  const form = useEntityForm<Entity, Values, Parsed>({
    entity,
    record,
    below: listing.key,
    part,
    made: () => ({
      references: { listing: { entity: 'listing', key: listing.key } },
      // What the table shows until the server's copy arrives.
      shown: { listing_address: listing.property.address ?? '', realtor: user === null ? null : agentAsRealtor(user) },
    }),
    schema,
    opened,
    labels,
    onSaved: onClose,
  })
  useEndWithStart(form, usualMinutes)
  return (
    <InlineForm
      id={id}
      form={form}
      {...formWords(entity, record === null)}
      onCancel={onClose}
      notice={
        <>
          {record === null ? (
            <RecordNotice entity="listing" recordKey={listing.key} below={entity} />
          ) : (
            <RecordNotice entity={entity} recordKey={record.key} />
          )}
          <StaysHere entity={entity} work={record === null ? 'create' : 'update'} />
          <Clashes form={form} entity={entity} record={record} dateField={dateField} home={listing.property} />
        </>
      }
    >
      <DateField form={form} name={dateField} />
      <TextField {...form.field('start_time')} type="time" required />
      <TextField {...form.field('end_time')} type="time" required />
      {children?.(form)}
    </InlineForm>
  )
}
