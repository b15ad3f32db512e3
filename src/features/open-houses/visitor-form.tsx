import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { requiredText } from '#core/contract/fields.ts'
import { visitorFormSchema } from '#core/contract/open-house-visit.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseRow } from '#storage/database/rows.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { addVisitor } from './open-house-visit-commands.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** `open_house` is a local key, since the open house may have no server id yet. `client` is the client that the agent picked, or ''. */
type VisitorFormValues = {
  open_house: string
  client_email: string
  name: string
  phone_number: string
  client: string
}

const labels: Record<keyof VisitorFormValues, string> = {
  open_house: 'Open House',
  client_email: 'Client Email',
  name: 'Name',
  phone_number: 'Phone Number',
  client: 'Client',
}

const schema = v.object({ open_house: requiredText('Open House'), ...visitorFormSchema.entries, client: v.string() })

export const duplicateVisitorMessage = 'This visitor is already on the list for that open house.'

type VisitorFormProps = {
  id: string
  listingKey: LocalKey
  /** At least one when the form opens. */
  openHouses: readonly OpenHouseRow[]
  today: string
  onClose: () => void
}

export function VisitorForm({ id, listingKey, openHouses, today, onClose }: VisitorFormProps) {
  const device = useDevice()
  const only = openHouses.length === 1 ? openHouses[0] : undefined
  const form = useEntityForm<'open_house_visit', VisitorFormValues, VisitorFormValues>({
    entity: 'open_house_visit',
    record: null,
    createdFor: listingKey,
    schema,
    opened: { open_house: only?.key ?? '', client_email: '', name: '', phone_number: '', client: '' },
    labels,
    save: async ({ opId, parsed }) => {
      const { open_house: openHouseKey, ...person } = parsed
      const visitor = { opId, listingKey, openHouseKey, ...person }
      if ((await addVisitor(device, visitor)) === 'known') {
        return { fieldErrors: { client_email: duplicateVisitorMessage } }
      }
    },
    onSaved: onClose,
  })
  const chosen = useWatch({ control: form.form.control, name: 'open_house' })
  // Still offers the chosen open house if it was deleted in the meantime.
  const offered = useRowsWithOpen(openHouses, ({ key }) => key === chosen)
  return (
    <InlineForm
      id={id}
      form={form}
      label="Add Visitor"
      submitLabel="Save Visitor"
      busyLabel="Saving Visitor..."
      onCancel={onClose}
      notice={chosen !== '' && <RecordNotice entity="open_house" recordKey={chosen} newChildKind="open_house_visit" />}
    >
      <SelectField {...form.field('open_house')} required>
        <option value="">Choose an open house</option>
        {offered?.map((openHouse) => (
          <option key={openHouse.key} value={openHouse.key}>
            {formatOpenHouse(openHouse, today)}
          </option>
        ))}
      </SelectField>
      <ClientField form={form} />
      <VisitorFields form={form} />
    </InlineForm>
  )
}

type FieldsProps = { form: { field: (name: 'name' | 'phone_number') => ComponentProps<typeof TextField> } }

/** The browser must not autofill the agent's own data. */
export function VisitorFields({ form }: FieldsProps) {
  return (
    <>
      <TextField {...form.field('name')} autoComplete="off" autoCapitalize="words" />
      <TextField {...form.field('phone_number')} type="tel" autoComplete="off" />
    </>
  )
}

function formatOpenHouse({ date, start_time, end_time }: OpenHouseRow, today: string): string {
  return `${formatDate(date, today)}, ${formatTime(start_time)} – ${formatTime(end_time)}`
}
