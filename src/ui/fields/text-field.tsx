import type { ComponentProps } from 'react'
import { Field, type FieldWords } from './field.tsx'

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children'>

/** One line of text; `type` may be any of HTML's text-like types, dates and times included. Enter submits its form, and a phone's key says so. */
export function TextField({ label, hint, error, id, className, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => <input enterKeyHint="done" {...input} {...control} type={type} />}
    </Field>
  )
}
