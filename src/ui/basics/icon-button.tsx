import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './icon-button.module.css'

type IconButtonLook = {
  /** With a visible border. */
  boxed?: boolean | undefined
  danger?: boolean | undefined
  className?: string | undefined
}

/** Returns class names that make another element, such as a router link, look like an icon button. */
export function iconButtonClass({ boxed = false, danger = false, className }: IconButtonLook = {}): string {
  return classNames(styles.iconButton, boxed && styles.boxed, danger && styles.danger, className)
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  IconButtonLook & {
    /** The accessible name, including the record: "Edit 51 Aiken Way". */
    label: string
  }

/** A 44-px button with only an icon; its label is also its tooltip. */
export function IconButton({ label, boxed, danger, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={iconButtonClass({ boxed, danger, className })}
    />
  )
}
