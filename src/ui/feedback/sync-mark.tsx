import type { ReactNode } from 'react'
import {
  type IconProps,
  ClockIcon,
  WarningIcon,
  CheckIcon,
  ArrowUpIcon,
  ConflictIcon,
  PauseIcon,
  PencilIcon,
} from '#ui/icons/icon.tsx'
import styles from './sync-mark.module.css'

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
