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

/** The looks of a button for something else that is pressed, such as a router link. */
export function buttonClass({ variant = 'secondary', size = 'default', className }: ButtonLook = {}): string {
  return classNames(styles.button, styles[variant], size !== 'default' && styles[size], className)
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Work is under way: a ring turns and further presses are ignored, while the focus stays. */
    busy?: boolean | undefined
    /** What the button reads while busy, such as "Logging in...". */
    busyLabel?: ReactNode
  }

/**
 * A button. With `aria-disabled` it looks disabled and still calls `onClick`, so that a press can say what is missing;
 * `disabled` is for the rare button that has nothing to say.
 */
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
    // A second submit must not reach the form either.
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
