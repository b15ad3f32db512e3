import { isTourStatus, tourStatusWords } from '#core/domain/tours/tour-status.ts'
import { CalendarIcon, CheckIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { PlayIcon } from './tour-icons.tsx'
import styles from './tour-status-badge.module.css'

const icons = { scheduled: CalendarIcon, in_progress: PlayIcon, completed: CheckIcon, cancelled: CloseIcon }

/** Where a tour stands, in words, with a colour and an icon beside them. */
export function TourStatusBadge({ status }: { status: string }) {
  const Icon = isTourStatus(status) ? icons[status] : null
  return (
    <span className={styles.badge} data-tour={isTourStatus(status) ? status : 'other'}>
      {Icon !== null && <Icon size={14} />}
      {tourStatusWords(status)}
    </span>
  )
}
