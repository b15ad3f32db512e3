import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { newShowingSchema, type NewShowing } from '#core/contract/showing.ts'
import { agentAsRealtor } from '#core/domain/realtor-name.ts'
import { GoneNotice } from '#records/gone-notice.tsx'
import { useSession } from '#state/session.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import type { ListingRow, ShowingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { useClashes } from '#storage/use-clashes.ts'
import { useClientSuggestions } from '#storage/use-client-suggestions.ts'
import { placeOf, visitKey } from '#storage/visits-of-day.ts'
import { ClashWarning } from '#ui/clash-warning.tsx'
import { ClientSuggestions } from '#ui/client-suggestions.tsx'
import { emailOfAnother } from '#ui/email-of-another.ts'
import { InlineForm, wideFieldClass } from '#ui/form/inline-form.tsx'
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/text-field.tsx'
import { emptyShowing, showingLabels, showingToForm, type ShowingFormValues } from './showing-form-values.ts'
import { addShowing, changeShowing } from './showings-commands.ts'

type ShowingFormProps = {
  id: string
  listing: ListingRow
  /** The showing to change; null for a new one. */
  showing: ShowingRow | null
  onClose: () => void
}

/** The inline form of a showing; closing it is what resets it. */
export function ShowingForm({ id, listing, showing, onClose }: ShowingFormProps) {
  const device = useDevice()
  const user = useSession((session) => session.user)
  const name = showing === null ? `showing:new:${listing.key}` : `showing:edit:${showing.key}`
  const [drafts] = useState(() => draftPort<ShowingFormValues>(device.owner, name, device.database))
  const form = useRecordForm<ShowingFormValues, NewShowing>({
    schema: newShowingSchema,
    opened: showing === null ? emptyShowing : showingToForm(showing),
    labels: showingLabels,
    makeOpId: device.ids.uuid,
    drafts,
    whileDirty: countDirtyForm,
    failure:
      showing === null
        ? 'Failed to create showing. Please check the details and try again.'
        : 'Failed to update showing. Please check the details and try again.',
    onFailure: storageProblem,
    save: async ({ opId, parsed, opened }) => {
      if (showing === null) {
        const realtor = user === null ? null : agentAsRealtor(user)
        await addShowing(device, { opId, listing, parsed, realtor })
        return
      }
      const outcome = await changeShowing(device, { opId, key: showing.key, opened, parsed })
      if (outcome === 'deleted') return { message: 'This showing was deleted on this device.' }
    },
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label={showing === null ? 'New Showing' : 'Edit Showing'}
      submitLabel={showing === null ? 'Create Showing' : 'Update Showing'}
      busyLabel={showing === null ? 'Creating Showing...' : 'Updating Showing...'}
      onCancel={onClose}
      notice={
        <>
          {showing !== null && <GoneNotice entity="showing" recordKey={showing.key} />}
          <Clashes form={form} listing={listing} showing={showing} />
        </>
      }
    >
      <TextField {...form.field('showing_date')} type="date" required />
      <TextField {...form.field('start_time')} type="time" required />
      <TextField {...form.field('end_time')} type="time" required />
      <TextField
        {...form.field('client_email')}
        className={wideFieldClass}
        {...emailOfAnother}
        hint={<Suggestions form={form} />}
        required
      />
    </InlineForm>
  )
}

type FormState = RecordForm<ShowingFormValues, NewShowing>

function Clashes({ form, listing, showing }: { form: FormState } & Pick<ShowingFormProps, 'listing' | 'showing'>) {
  const { showing_date, start_time, end_time } = useWatch({ control: form.form.control })
  const clashes = useClashes({
    key: visitKey('showing', showing?.key ?? ''),
    date: showing_date ?? '',
    start_time: start_time ?? '',
    end_time: end_time ?? '',
    place: placeOf(listing.property),
  })
  return <ClashWarning clashes={form.state === 'saved' ? [] : clashes} />
}

function Suggestions({ form: { form } }: { form: FormState }) {
  const clients = useClientSuggestions(useWatch({ control: form.control, name: 'client_email' }))
  return (
    <ClientSuggestions
      clients={clients}
      hint="The e-mail of whoever comes."
      onChoose={(email) => {
        form.setValue('client_email', email, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        form.setFocus('client_email')
      }}
    />
  )
}
