import styles from './avatar.module.css'
import { classNames } from '#ui/layout/class-names.ts'

/** The round mark with a person's initials; it decorates the name beside it. */
export function Avatar({ initials, isLarge = false }: { initials: string; isLarge?: boolean }) {
  return (
    <span className={classNames(styles.avatar, isLarge && styles.large)} aria-hidden>
      {initials}
    </span>
  )
}
