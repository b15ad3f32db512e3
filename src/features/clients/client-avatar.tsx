import { clientInitials } from '#core/domain/client-rules.ts'
import type { ClientRow } from '#storage/rows.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './client-avatar.module.css'

/** The round mark with a person's initials; it decorates the name beside it. */
export function ClientAvatar({ client, isLarge = false }: { client: ClientRow; isLarge?: boolean }) {
  return (
    <span className={classNames(styles.avatar, isLarge && styles.large)} aria-hidden>
      {clientInitials(client)}
    </span>
  )
}
