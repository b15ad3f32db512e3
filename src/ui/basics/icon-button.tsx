import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './icon-button.module.css'

type IconButtonLook = {
  boxed?: boolean | undefined
  danger?: boolean | undefined
  className?: string | undefined
}

export function iconButtonClass({ boxed = false, danger = false, className }: IconButtonLook = {}): string {
  return classNames(styles.iconButton, boxed && styles.boxed, danger && styles.danger, className)
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  IconButtonLook & {
    /** The accessible name, including the record: "Edit 51 Aiken Way". */
    label: string
  }

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
