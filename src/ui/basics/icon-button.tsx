import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './icon-button.module.css'

type IconButtonLook = {
  boxed?: boolean | undefined
  danger?: boolean | undefined
  className?: string | undefined
}

/** The looks of an icon button for something else that is pressed, such as a router link. */
export function iconButtonClass({ boxed = false, danger = false, className }: IconButtonLook = {}): string {
  return classNames(styles.iconButton, boxed && styles.boxed, danger && styles.danger, className)
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  IconButtonLook & {
    /** The accessible name; it says which record it acts on: "Edit 51 Aiken Way". */
    label: string
  }

/** A 44-px button that shows only an icon, and its name as a tooltip. */
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
