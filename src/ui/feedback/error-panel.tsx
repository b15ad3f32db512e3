import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'
import styles from './error-panel.module.css'
import { WarningIcon } from '#ui/icons/icon.tsx'

type ErrorPanelProps = {
  title: string
  message?: ReactNode
  /** What is safe, such as how many changes wait on this device. */
  children?: ReactNode
  actions?: ReactNode
  /** `h1` when the panel stands in place of the page. */
  heading?: 'h1' | 'h2'
}

/** Says what happened, what is safe and what to press. */
export function ErrorPanel({ title, message, children, actions, heading: Heading = 'h2' }: ErrorPanelProps) {
  return (
    <Card element="div" role="alert" className={styles.panel}>
      <span className={styles.art}>
        <WarningIcon size={24} />
      </span>
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        {message !== undefined && <p className={styles.message}>{message}</p>}
      </div>
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}
