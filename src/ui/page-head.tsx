import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The looks of the link that stands above a heading and leads back; its first child is an `ArrowLeftIcon`. */
export const backLinkClass = styles.back ?? ''

type PageHeadProps = {
  /** Stands before the title and decorates it, such as a person's initials. */
  mark?: ReactNode
  /** The `h1`. */
  title: ReactNode
  subtitle?: ReactNode
  /** Buttons: beside the title on a desktop, below it on a phone. */
  actions?: ReactNode
  /** A link or button with `backLinkClass`. */
  back?: ReactNode
}

export function PageHead({ mark, title, subtitle, actions, back }: PageHeadProps) {
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
