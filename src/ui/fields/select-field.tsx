import type { ComponentProps } from 'react'
import { Field, type FieldWords } from './field.tsx'
import styles from './field.module.css'
import { ChevronRightIcon } from '#ui/icons/icon.tsx'

type SelectFieldProps = FieldWords & Omit<ComponentProps<'select'>, keyof FieldWords>

export function SelectField({ label, hint, error, id, className, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <div className={styles.chosen}>
          <select {...select} {...control}>
            {children}
          </select>
          <ChevronRightIcon />
        </div>
      )}
    </Field>
  )
}
