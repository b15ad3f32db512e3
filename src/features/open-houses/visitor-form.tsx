import { useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import type { OpenHouseRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { emailOfAnother } from '#ui/email-of-another.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { openHouseInWords, visitorLabels, visitorSchema, type VisitorFormValues } from './open-house-form-values.ts'
import { addVisitor } from './open-houses-commands.ts'

type VisitorFormProps = {
  id: string
  listingKey: LocalKey
  /** What there is to choose from; at least one. */
  openHouses: readonly OpenHouseRow[]
  today: string
  onClose: () => void
}

/** The inline form of somebody who came to an open house; closing it is what resets it. */
export function VisitorForm({ id, listingKey, openHouses, today, onClose }: VisitorFormProps) {
  const device = useDevice()
  const [drafts] = useState(() =>
    draftPort<VisitorFormValues>(device.owner, `visitor:new:${listingKey}`, device.database),
  )
  const only = openHouses.length === 1 ? openHouses[0] : undefined
  const form = useRecordForm<VisitorFormValues, VisitorFormValues>({
    schema: visitorSchema,
    opened: { open_house: only?.key ?? '', client_email: '' },
    labels: visitorLabels,
    makeOpId: device.ids.uuid,
    drafts,
    whileDirty: countDirtyForm,
    failure: 'Failed to add visitor. Please check the details and try again.',
    onFailure: storageProblem,
    save: async ({ opId, parsed }) => {
      const visitor = { opId, listingKey, openHouseKey: parsed.open_house, clientEmail: parsed.client_email }
      if ((await addVisitor(device, visitor)) === 'known') {
        return { fieldErrors: { client_email: 'This visitor is on the list of that open house already.' } }
      }
    },
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label="Add Visitor"
      submitLabel="Save Visitor"
      busyLabel="Saving Visitor..."
      onCancel={onClose}
    >
      <SelectField {...form.field('open_house')} required>
        <option value="">Choose an open house</option>
        {openHouses.map((openHouse) => (
          <option key={openHouse.key} value={openHouse.key}>
            {openHouseInWords(openHouse, today)}
          </option>
        ))}
      </SelectField>
      <TextField {...form.field('client_email')} {...emailOfAnother} required />
    </InlineForm>
  )
}
