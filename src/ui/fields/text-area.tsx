import type { ComponentProps } from 'react'
import { Field, type FieldWords } from './field.tsx'

type TextAreaProps = FieldWords & Omit<ComponentProps<'textarea'>, keyof FieldWords | 'children'>

/** Several lines of text. */
export function TextArea({ label, hint, error, id, className, rows = 5, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => <textarea {...textarea} {...control} rows={rows} />}
    </Field>
  )
}
