import styles from './avatar.module.css'
import { classNames } from '#ui/layout/class-names.ts'

/** A round mark with a person's initials, hidden from screen readers because the name is beside it. */
export function Avatar({ initials, isLarge = false }: { initials: string; isLarge?: boolean }) {
  return (
    <span className={classNames(styles.avatar, isLarge && styles.large)} aria-hidden>
      {initials}
    </span>
  )
}
