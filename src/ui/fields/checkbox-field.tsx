import { type ComponentProps, useId } from 'react'
import styles from './checkbox-field.module.css'
import { classNames } from '#ui/layout/class-names.ts'
import { FieldError, type FieldWords } from './field.tsx'

type CheckboxFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type'>

export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const describedBy = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.row}>
        <input
          {...input}
          type="checkbox"
          id={controlId}
          className={styles.box}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
        />
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
      </div>
      {hint && (
        <p className={styles.hint} id={`${controlId}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  )
}
