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

type SwitchFieldProps = Omit<FieldWords, 'error'> &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type' | 'role'>

/** A switch for a setting that takes effect at once. */
export function SwitchField({ label, hint, id, className, ...input }: SwitchFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={classNames(styles.switchRow, className)}>
      <div className={styles.words}>
        <label className={styles.switchLabel} htmlFor={controlId}>
          {label}
        </label>
        {hint && (
          <p className={styles.switchHint} id={`${controlId}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes `checked` by itself
        role="switch"
        id={controlId}
        className={styles.switch}
        aria-describedby={hint ? `${controlId}-hint` : undefined}
      />
    </div>
  )
}
