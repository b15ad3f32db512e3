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

/** A label on a record, for everything except its sync state. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

const knownStatuses = new Set(['For Sale', 'Pending', 'Sold'])

/** A badge with a solid background, because it is shown on photos. It shows any other status as 'Unknown'. */
export function ListingStatusBadge({ status }: { status: string }) {
  const shown = knownStatuses.has(status) ? status : 'Unknown'
  return (
    <span className={styles.badge} data-status={shown}>
      {shown}
    </span>
  )
}

type SyncMarkState =
  | 'Draft'
  | 'On this device'
  | 'Waiting'
  | 'Sending'
  | 'Saved'
  | 'Needs fixing'
  | 'Conflict'
  | 'Paused'

const iconsByState: Record<SyncMarkState, (props: IconProps) => ReactNode> = {
  Draft: PencilIcon,
  'On this device': PencilIcon,
  Waiting: ClockIcon,
  Sending: ArrowUpIcon,
  Saved: CheckIcon,
  'Needs fixing': WarningIcon,
  Conflict: ConflictIcon,
  Paused: PauseIcon,
}

/** Shows a record's sync state: with a dashed border while changes are only on this device, with a solid one once the server has them. */
export function SyncMark({ state }: { state: SyncMarkState }) {
  const Icon = iconsByState[state]
  return (
    <span className={styles.mark} data-sync={state}>
      <Icon size={16} />
      {state}
    </span>
  )
}
