import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './field.module.css'
import { CircleAlertIcon } from '#ui/icons/icon.tsx'

/** What every field says around its control. */
export type FieldWords = {
  label: ReactNode
  hint?: ReactNode
  /** Why the value was refused; stands below the field in place of nothing, beside its icon. */
  error?: string | undefined
}

/** Attributes that tie a control to its label, hint and error; spread them on the control. */
type ControlAttributes = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldWords & {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlAttributes) => ReactNode
}

/** Label above, control, hint and error below. */
export function Field({ label, hint, error, id, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const hasHint = hint !== undefined && hint !== null && hint !== ''
  const describedBy = [error && errorId, hasHint && hintId].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)} data-field>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        className: styles.control ?? '',
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasHint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** An error beside its field: icon and words, never colour alone. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlertIcon size={18} />
      <span>{children}</span>
    </p>
  )
}
