import { type FieldPath, useWatch } from 'react-hook-form'
import { dateWarning } from '#core/domain/time/calendar-days.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { FormValues } from '#ui/form/use-form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/fields/field.tsx'

type DateFieldProps<Values extends FormValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  name: keyof Values & string
  className?: string | undefined
  max?: string
  /** Hint for a day that has passed. */
  passed?: string
}

/** A date field that points out a likely mistake, but accepts it. */
export function DateField<Values extends FormValues, Parsed>(props: DateFieldProps<Values, Parsed>) {
  const { form, name, className, max, passed } = props
  const { today } = useMinute()
  const { control, formState } = form.form
  const typed: unknown = useWatch({ control, name: name as FieldPath<Values> })
  const date = typeof typed === 'string' ? typed : ''
  // A date that the record already has is no mistake.
  const isAsOpened = date === (formState.defaultValues as Readonly<Record<string, unknown>> | undefined)?.[name]
  const hint = isAsOpened || date === '' ? undefined : (dateWarning(date, today) ?? (date < today ? passed : undefined))
  return (
    <TextField
      {...form.field(name)}
      className={className}
      type="date"
      max={max}
      hint={hint && <output>{hint}</output>}
      required
    />
  )
}
