import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { newOpenHouseSchema, type NewOpenHouse } from '#core/contract/open-house.ts'
import { agentAsRealtor } from '#core/domain/realtor-name.ts'
import { GoneNotice } from '#records/gone-notice.tsx'
import { useSession } from '#state/session.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import type { ListingRow, OpenHouseRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { useClashes } from '#storage/use-clashes.ts'
import { placeOf, visitKey } from '#storage/visits-of-day.ts'
import { ClashWarning } from '#ui/clash-warning.tsx'
import { InlineForm } from '#ui/form/inline-form.tsx'
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/text-field.tsx'
import { emptyOpenHouse, openHouseLabels, openHouseToForm, type OpenHouseFormValues } from './open-house-form-values.ts'
import { addOpenHouse, changeOpenHouse } from './open-houses-commands.ts'

type OpenHouseFormProps = {
  id: string
  listing: ListingRow
  /** The open house to change; null for a new one. */
  openHouse: OpenHouseRow | null
  onClose: () => void
}

/** The inline form of an open house; closing it is what resets it. */
export function OpenHouseForm({ id, listing, openHouse, onClose }: OpenHouseFormProps) {
  const device = useDevice()
  const user = useSession((session) => session.user)
  const name = openHouse === null ? `open-house:new:${listing.key}` : `open-house:edit:${openHouse.key}`
  const [drafts] = useState(() => draftPort<OpenHouseFormValues>(device.owner, name, device.database))
  const form = useRecordForm<OpenHouseFormValues, NewOpenHouse>({
    schema: newOpenHouseSchema,
    opened: openHouse === null ? emptyOpenHouse : openHouseToForm(openHouse),
    labels: openHouseLabels,
    makeOpId: device.ids.uuid,
    drafts,
    whileDirty: countDirtyForm,
    failure:
      openHouse === null
        ? 'Failed to create open house. Please check the details and try again.'
        : 'Failed to update open house. Please check the details and try again.',
    onFailure: storageProblem,
    save: async ({ opId, parsed, opened }) => {
      if (openHouse === null) {
        const realtor = user === null ? null : agentAsRealtor(user)
        await addOpenHouse(device, { opId, listing, parsed, realtor })
        return
      }
      const outcome = await changeOpenHouse(device, { opId, key: openHouse.key, opened, parsed })
      if (outcome === 'deleted') return { message: 'This open house was deleted on this device.' }
    },
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label={openHouse === null ? 'New Open House' : 'Edit Open House'}
      submitLabel={openHouse === null ? 'Create Open House' : 'Update Open House'}
      busyLabel={openHouse === null ? 'Creating Open House...' : 'Updating Open House...'}
      onCancel={onClose}
      notice={
        <>
          {openHouse !== null && <GoneNotice entity="open_house" recordKey={openHouse.key} />}
          <Clashes form={form} listing={listing} openHouse={openHouse} />
        </>
      }
    >
      <TextField {...form.field('date')} type="date" required />
      <TextField {...form.field('start_time')} type="time" required />
      <TextField {...form.field('end_time')} type="time" required />
    </InlineForm>
  )
}

type ClashesProps = Pick<OpenHouseFormProps, 'listing' | 'openHouse'> & {
  form: RecordForm<OpenHouseFormValues, NewOpenHouse>
}

function Clashes({ form, listing, openHouse }: ClashesProps) {
  const { date, start_time, end_time } = useWatch({ control: form.form.control })
  const clashes = useClashes({
    key: visitKey('open_house', openHouse?.key ?? ''),
    date: date ?? '',
    start_time: start_time ?? '',
    end_time: end_time ?? '',
    place: placeOf(listing.property),
  })
  return <ClashWarning clashes={form.state === 'saved' ? [] : clashes} />
}
