import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from '#ui/layout/class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-solid'
type ButtonSize = 'default' | 'large' | 'kiosk'

type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

/** Returns class names that make another element, such as a router link, look like a button. */
export function buttonClass({ variant = 'secondary', size = 'default', className }: ButtonLook = {}): string {
  return classNames(styles.button, styles[variant], size !== 'default' && styles[size], className)
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and ignores presses; the button keeps the focus. */
    busy?: boolean | undefined
    busyLabel?: ReactNode
  }

/** With `aria-disabled`, `onClick` still runs, so that the caller can say what is missing. Use `disabled` only if there is nothing to say. */
export function Button({
  variant,
  size,
  className,
  busy = false,
  busyLabel,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Also stops a second submit of the form.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, className })}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy && <span className={styles.ring} data-turning aria-hidden />}
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  )
}
