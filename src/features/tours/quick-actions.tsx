import { isLed } from '#core/planner/planning-day.ts'
import { isTourStatus, mayBecome } from '#core/domain/tour-status.ts'
import type { TourStatus } from '#core/contract/tour-status.ts'
import type { TourRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CalendarIcon, CheckIcon, CloseIcon, SendIcon } from '#ui/icon.tsx'
import styles from './quick-actions.module.css'
import { PlayIcon } from './tour-icons.tsx'
import { useTourStatus } from './use-tour-status.tsx'

type QuickActionsProps = { tour: TourRow; onReschedule: () => void; onRemind: () => void }

/** What is done with a tour most often (reading R21). */
export function QuickActions({ tour, onReschedule, onRemind }: QuickActionsProps) {
  const { mark, dialog } = useTourStatus(tour)
  const isUnavailable = (status: TourStatus) =>
    tour.status === status || (isTourStatus(tour.status) && !mayBecome(tour.status, status))
  return (
    <Card title="Quick Actions">
      <div className={styles.actions}>
        <Button aria-disabled={isUnavailable('in_progress')} onClick={() => mark('in_progress')}>
          <PlayIcon size={18} />
          Mark as In Progress
        </Button>
        <Button aria-disabled={isUnavailable('completed')} onClick={() => mark('completed')}>
          <CheckIcon size={18} />
          Mark as Completed
        </Button>
        <Button onClick={onReschedule}>
          <CalendarIcon size={18} />
          Reschedule
        </Button>
        <Button onClick={onRemind}>
          <SendIcon size={18} />
          Send Reminder
        </Button>
        {isLed(tour) ? (
          <Button variant="quiet" onClick={() => mark('cancelled')}>
            <CloseIcon size={18} />
            Cancel Tour
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => mark('scheduled')}>
            <CalendarIcon size={18} />
            Reopen Tour
          </Button>
        )}
      </div>
      {dialog}
    </Card>
  )
}
