import { useWatch } from 'react-hook-form'
import { newShowingSchema, type NewShowing } from '#core/contract/showing.ts'
import { VisitForm } from '#records/visit-form.tsx'
import type { ListingRow, ShowingRow } from '#storage/rows.ts'
import { useClientSuggestions } from '#storage/use-client-suggestions.ts'
import { ClientSuggestions } from '#ui/client-suggestions.tsx'
import { emailOfAnother } from '#ui/email-of-another.ts'
import { wideFieldClass } from '#ui/form/inline-form.tsx'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/text-field.tsx'

/** A showing as its form holds it; its times have their seconds, as the stored ones, so that nothing seems changed. */
type ShowingFormValues = Record<keyof NewShowing, string>

const labels: Record<keyof NewShowing, string> = {
  showing_date: 'Showing Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  client_email: 'Client Email',
}

const empty: ShowingFormValues = { showing_date: '', start_time: '', end_time: '', client_email: '' }

function showingToForm({ showing_date, start_time, end_time, client_email }: ShowingRow): ShowingFormValues {
  return { showing_date, start_time, end_time, client_email }
}

type ShowingFormProps = {
  id: string
  listing: ListingRow
  /** The showing to change; null for a new one. */
  showing: ShowingRow | null
  onClose: () => void
}

export function ShowingForm({ showing, ...props }: ShowingFormProps) {
  return (
    <VisitForm<'showing', ShowingFormValues, NewShowing>
      {...props}
      entity="showing"
      record={showing}
      schema={newShowingSchema}
      opened={showing === null ? empty : showingToForm(showing)}
      labels={labels}
      dateField="showing_date"
    >
      {(form) => (
        <TextField
          {...form.field('client_email')}
          className={wideFieldClass}
          {...emailOfAnother}
          hint={<Suggestions form={form} />}
          required
        />
      )}
    </VisitForm>
  )
}

function Suggestions({ form: { form } }: { form: RecordForm<ShowingFormValues, NewShowing> }) {
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
