import { useWatch, type FieldPath, type FieldPathValue } from 'react-hook-form'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { useClientSuggestions } from '#storage/reading/use-client-suggestions.ts'
import { ComboField } from '#ui/fields/combo-field.tsx'
import type { FormValues } from '#ui/form/form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { asChoice } from './client-field.tsx'
import { pickOf } from '#records/saving/person-of-record.ts'

/** `person` is what stands in the field, `client` the one that was picked, as `pickOf` says it. */
type PickedValues = FormValues & { person: string; client: string }

type PersonFieldProps<Values extends PickedValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  className?: string | undefined
}

/** Finds one of the agent's clients by name, address or number, where a record has no address of its own. */
export function PersonField<Values extends PickedValues, Parsed>({
  form,
  className,
}: PersonFieldProps<Values, Parsed>) {
  const watched = useWatch({ control: form.form.control, name: ['person', 'client'] as FieldPath<Values>[] })
  const [typed = '', picked = ''] = watched as string[]
  const found = useClientSuggestions(picked === '' ? typed : '')

  function set(name: 'person' | 'client', value: string): void {
    const checks = { shouldDirty: true, shouldValidate: form.submitCount > 0 }
    form.form.setValue(name as string as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, checks)
  }

  return (
    <ComboField
      {...form.field('person')}
      className={className}
      autoCapitalize="words"
      spellCheck={false}
      choices={found.map(asChoice)}
      choicesLabel="Clients"
      // Another text is another person, or none.
      onInput={() => set('client', '')}
      onChoose={(key) => {
        const client = found.find((one) => one.key === key)
        if (client === undefined) return
        set('client', pickOf(client.id ?? client.key))
        set('person', clientName(client))
      }}
    />
  )
}
