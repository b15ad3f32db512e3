import { type ReactNode, useId } from 'react'
import styles from './stat-card.module.css'

type StatCardProps = {
  title: string
  value: ReactNode
  description: ReactNode
}

/** One number with its name; the eye reads the value first, the ear the title. */
export function StatCard({ title, value, description }: StatCardProps) {
  const titleId = useId()
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      <p className={styles.value}>{value}</p>
      <p className={styles.description}>{description}</p>
    </section>
  )
}

/** Three stat cards side by side, on every width. */
export function StatCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>
}
