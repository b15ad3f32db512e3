import type { ComponentProps } from 'react'
import { amountAsTyped } from '#core/domain/text/amounts.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { Field, type FieldWords } from './field.tsx'
import styles from './field.module.css'

type PriceFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type'>

/** A text input, because a number input drops text it cannot parse. Thousands separators are added on blur. */
export function PriceField({ label, hint, error, id, className, onChange, onBlur, ...input }: PriceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <div className={styles.affixed}>
          <span className={styles.prefix} aria-hidden>
            $
          </span>
          <input
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            {...input}
            {...control}
            onChange={onChange}
            onBlur={(event) => {
              const amount = amountAsTyped(event.target.value)
              if (amount !== event.target.value) {
                event.target.value = amount
                onChange?.(event)
              }
              onBlur?.(event)
            }}
            type="text"
            className={classNames(control.className, styles.price)}
          />
        </div>
      )}
    </Field>
  )
}
