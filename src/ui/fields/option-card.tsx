import type { ComponentProps } from 'react'
import styles from './option-card.module.css'
import { classNames } from '#ui/layout/class-names.ts'

type OptionCardProps = ComponentProps<'input'> & { type: 'radio' | 'checkbox' }

/** A radio button or checkbox with its label in a card that can be pressed anywhere; `className` is the card's. */
export function OptionCard({ className, children, ...input }: OptionCardProps) {
  return (
    <label className={classNames(styles.option, className)}>
      <input {...input} />
      {children}
    </label>
  )
}
