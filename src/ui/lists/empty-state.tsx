import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  /** A 44-px icon. */
  icon?: ReactNode
  title: ReactNode
  /** One line below the title. */
  children?: ReactNode
  /** One thing to press. */
  action?: ReactNode
}

/** Nothing to list, and what to do about it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {icon !== undefined && <span className={styles.art}>{icon}</span>}
      <h2>{title}</h2>
      {children !== undefined && <p className={styles.line}>{children}</p>}
      {action}
    </section>
  )
}
