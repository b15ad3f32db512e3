import { type ComponentProps, useId } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import type { FieldWords } from './field.tsx'
import styles from './switch-field.module.css'

type SwitchFieldProps = Omit<FieldWords, 'error'> &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type' | 'role'>

/** A setting that acts at once. */
export function SwitchField({ label, hint, id, className, ...input }: SwitchFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={classNames(styles.row, className)}>
      <div className={styles.words}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
        {hint && (
          <p className={styles.hint} id={`${controlId}-hint`}>
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
