import type { ReactNode } from 'react'
import {
  CheckIcon,
  ArrowUpIcon,
  ClockIcon,
  ConflictIcon,
  type IconProps,
  PauseIcon,
  PencilIcon,
  WarningIcon,
} from './icon.tsx'
import styles from './sync-mark.module.css'

/** What is true of one record's unsent work, in the words of the product. */
export type SyncWord = 'Draft' | 'Waiting' | 'Sending' | 'Saved' | 'Needs fixing' | 'Conflict' | 'Paused'

const iconsByWord: Record<SyncWord, (props: IconProps) => ReactNode> = {
  Draft: PencilIcon,
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
