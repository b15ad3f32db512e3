import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { stretchedLink, linkContainer } from '#ui/layout/stretched-link.ts'
import styles from './stat-card.module.css'

type StatCardProps = {
  title: string
  value: ReactNode
  description: ReactNode
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** A number with its title. The value comes first on screen, the title first for screen readers. */
export function StatCard({ title, value, description, link }: StatCardProps) {
  const titleId = useId()
  return (
    <section className={classNames(styles.card, link && linkContainer)} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {link === undefined ? (
          title
        ) : (
          <Link {...link} className={stretchedLink}>
            {title}
          </Link>
        )}
      </h2>
      <p className={styles.value}>{value}</p>
      <p className={styles.description}>{description}</p>
    </section>
  )
}

export function StatCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>
}
