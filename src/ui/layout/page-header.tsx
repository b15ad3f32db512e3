import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type PageHeaderProps = {
  /** A picture before the title, such as a client's initials. */
  mark?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** Buttons beside the title; below it on a phone, where a button with `data-quiet` comes last and shows only its icon. */
  actions?: ReactNode
  back?: ReactNode
}

export function PageHeader({ mark, title, subtitle, actions, back }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      {back}
      <div className={styles.line}>
        <div className={styles.titles} data-marked={mark !== undefined || undefined}>
          {mark !== undefined && <div className={styles.mark}>{mark}</div>}
          {/* Takes the focus after navigation, so that a screen reader starts at the new page. */}
          <h1 tabIndex={-1}>{title}</h1>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}
