import { useClientSuggestions } from '#storage/use-client-suggestions.ts'
import { ClientSuggestions } from '#ui/client-suggestions.tsx'
import { emailOfAnother } from '#ui/email-of-another.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/text-field.tsx'
import type { NewTourInput, NewTourValues } from './new-tour-values.ts'

/** Whom the tour is for; the agent's clients are offered as one types. */
export function ClientEmail({ form, typed }: { form: RecordForm<NewTourValues, NewTourInput>; typed: string }) {
  const clients = useClientSuggestions(typed)
  return (
    <TextField
      {...form.field('client_email')}
      {...emailOfAnother}
      inputMode="email"
      hint={
        <ClientSuggestions
          clients={clients}
          hint="Whom the tour is for."
          onChoose={(email) => {
            form.form.setValue('client_email', email, { shouldDirty: true, shouldValidate: form.submitCount > 0 })
            form.form.setFocus('client_email')
          }}
        />
      }
      required
    />
  )
}
