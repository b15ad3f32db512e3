import { type ReactNode, useId } from 'react'
import { type IconProps, ClockIcon, CloudCheckIcon, CloudOffIcon, LogInIcon, WarningIcon } from '#ui/icons/icon.tsx'
import styles from './sync-chip.module.css'
import { formatCount } from '#core/format/numbers.ts'

/** `count`: the operations to send; in `attention`, those that need the agent; in `photos-wait`, all are photos. */
export type SyncStatus =
  | { state: 'saved' }
  | {
      state:
        | 'waiting'
        | 'photos-wait'
        | 'sending'
        | 'offline'
        | 'server-error'
        | 'needs-login'
        | 'outdated'
        | 'attention'
      count: number
    }
  /** The server answered 429 or 503 and asked to retry later. */
  | { state: 'asked-to-wait'; count: number; retryInSeconds?: number | undefined }

const iconsByState: Record<SyncStatus['state'], (props: IconProps) => ReactNode> = {
  saved: CloudCheckIcon,
  waiting: ClockIcon,
  'photos-wait': ClockIcon,
  sending: ClockIcon,
  offline: CloudOffIcon,
  'server-error': CloudOffIcon,
  'needs-login': LogInIcon,
  outdated: WarningIcon,
  attention: WarningIcon,
  'asked-to-wait': ClockIcon,
}

export function formatSyncStatus(status: SyncStatus): string {
  switch (status.state) {
    case 'saved':
      return 'Everything is saved'
    case 'waiting':
      return `${status.count} waiting`
    case 'photos-wait':
      return `${formatCount(status.count, 'photo')} waiting`
    case 'sending':
      return `Sending ${status.count}`
    case 'offline':
      return status.count === 0 ? 'Offline' : `Offline · ${status.count} waiting`
    case 'server-error':
      return status.count === 0 ? 'Server error' : `Server error · ${status.count} waiting`
    case 'needs-login':
      return status.count === 0 ? 'Log in again' : `Log in again to send ${status.count}`
    case 'outdated':
      return status.count === 0 ? 'Update the app' : `Update the app to send ${status.count}`
    case 'attention':
      return `${status.count} to look at`
    case 'asked-to-wait':
      return status.retryInSeconds === undefined
        ? 'Server asks to wait'
        : `Server asks to wait – retry in ${minutesAndSeconds(status.retryInSeconds)}`
  }
}

type SyncChipProps = {
  status: SyncStatus
  onClick: () => void
}

/** Shows the network and sync state, or only an icon if there is nothing to report. A press opens the Outbox. */
export function SyncChip({ status, onClick }: SyncChipProps) {
  const wordsId = useId()
  const [words, tail] = partsOf(status, formatSyncStatus(status))
  const Icon = iconsByState[status.state]
  return (
    <button
      type="button"
      className={styles.chip}
      data-state={status.state}
      aria-label="Sync status"
      aria-describedby={wordsId}
      title={formatSyncStatus(status)}
      onClick={onClick}
    >
      <Icon size={status.state === 'saved' ? 22 : 18} />
      <span className={styles.words} id={wordsId}>
        {words}
        {tail !== '' && <span className={styles.tail}>{tail}</span>}
      </span>
    </button>
  )
}

/** Splits "Offline · 10 waiting": on a phone only screen readers get the second part, so that the first fits. */
function partsOf({ state }: SyncStatus, words: string): [shown: string, tail: string] {
  const [, shown = words, tail = ''] = /^(.*)( waiting)$/.exec(words) ?? []
  return state === 'offline' || state === 'server-error' ? [shown, tail] : [words, '']
}

function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
