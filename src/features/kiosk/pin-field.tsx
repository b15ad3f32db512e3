import type { ComponentProps } from 'react'
import { TextField } from '#ui/fields/field.tsx'
import styles from './pin-field.module.css'

type PinFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete'>

/**
 * A PIN, not shown as it is typed. No password field: a browser would offer to remember it, and fill it in for the next
 * visitor.
 */
export function PinField(props: PinFieldProps) {
  return (
    <div className={styles.pin}>
      <TextField {...props} inputMode="numeric" autoComplete="off" maxLength={8} spellCheck={false} />
    </div>
  )
}
