import type { ReactNode } from 'react'
import styles from './badge.module.css'
import {
  ClockIcon,
  type IconProps,
  WarningIcon,
  CheckIcon,
  ArrowUpIcon,
  ConflictIcon,
  PauseIcon,
  PencilIcon,
} from '#ui/icons/icon.tsx'

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

/** What is true of one record's unsent work, in the words of the product. */
type SyncWord = 'Draft' | 'On this device' | 'Waiting' | 'Sending' | 'Saved' | 'Needs fixing' | 'Conflict' | 'Paused'

const iconsByWord: Record<SyncWord, (props: IconProps) => ReactNode> = {
  Draft: PencilIcon,
  'On this device': PencilIcon,
  Waiting: ClockIcon,
  Sending: ArrowUpIcon,
  Saved: CheckIcon,
  'Needs fixing': WarningIcon,
  Conflict: ConflictIcon,
  Paused: PauseIcon,
}

/** Pencil or ink: dashed while it is only on this device, solid once the office has it. */
export function SyncMark({ state }: { state: SyncWord }) {
  const Icon = iconsByWord[state]
  return (
    <span className={styles.mark} data-sync={state}>
      <Icon size={16} />
      {state}
    </span>
  )
}
