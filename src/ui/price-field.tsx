import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldWords } from './field.tsx'
import styles from './field.module.css'

type PriceFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type'>

/** US dollars: text with a decimal keyboard, because a number input loses what it cannot read. */
export function PriceField({ label, hint, error, id, className, ...input }: PriceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <div className={styles.affixed}>
          <span className={styles.prefix} aria-hidden>
            $
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            className={classNames(control.className, styles.price)}
          />
        </div>
      )}
    </Field>
  )
}
