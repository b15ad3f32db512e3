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
  /** The latest date that can be picked. */
  max?: string
  /** The hint shown for a date before today. */
  pastDateHint?: string
}

/** A date field that warns of an unlikely date, but accepts it. */
export function DateField<Values extends FormValues, Parsed>(props: DateFieldProps<Values, Parsed>) {
  const { form, name, className, max, pastDateHint } = props
  const { today } = useMinute()
  const { control, formState } = form.form
  const value: unknown = useWatch({ control, name: name as FieldPath<Values> })
  const date = typeof value === 'string' ? value : ''
  // No warning about the date that the record already has.
  const isUnchanged = date === (formState.defaultValues as Readonly<Record<string, unknown>> | undefined)?.[name]
  const hint =
    isUnchanged || date === '' ? undefined : (dateWarning(date, today) ?? (date < today ? pastDateHint : undefined))
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
