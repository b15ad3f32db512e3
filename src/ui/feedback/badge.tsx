import type { ReactNode } from 'react'
import styles from './badge.module.css'

type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A word about a record that is not its sync state. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

const knownStatuses = new Set(['For Sale', 'Pending', 'Sold'])

/** The status of a listing, solid because it sits on photos; a status we do not know reads 'Unknown'. */
export function ListingStatusBadge({ status }: { status: string }) {
  const shown = knownStatuses.has(status) ? status : 'Unknown'
  return (
    <span className={styles.badge} data-status={shown}>
      {shown}
    </span>
  )
}
