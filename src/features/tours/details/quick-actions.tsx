import { takesAgentsTime } from '#core/planner/tour-planning.ts'
import { isTourStatus, canTransition } from '#core/domain/tours/tour-status.ts'
import type { TourStatus } from '#core/contract/record-statuses.ts'
import { cancelText, type Correspondents } from '#core/domain/tours/tour-invitation.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { ContactLink } from '#records/people/contact-link.tsx'
import { notify } from '#state/notifications.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CalendarIcon, CheckIcon, CloseIcon, SendIcon } from '#ui/icons/icon.tsx'
import { clientMessage } from '#features/tours/tour-messages.ts'
import styles from './tour-details.module.css'
import { PlayIcon } from '#features/tours/tour-icons.tsx'
import { useTourClient } from '#features/tours/tour-facts.tsx'
import { useTourStatus } from '#features/tours/change-tour-status.tsx'

type QuickActionsProps = { tour: TourRow; onReschedule: () => void; onRemind: () => void }

/** The most frequent actions of a tour (reading R21). */
export function QuickActions({ tour, onReschedule, onRemind }: QuickActionsProps) {
  const { mark, dialog } = useTourStatus(tour)
  const { today } = useMinute()
  const isCancelled = tour.status === 'cancelled'
  const { people, client } = useTourClient(tour)
  const isUnavailable = (status: TourStatus) =>
    isCancelled || tour.status === status || (isTourStatus(tour.status) && !canTransition(tour.status, status))
  const unlessCancelled = (act: () => void) => () => {
    if (!isCancelled) return act()
    notify({ title: tourTitle(tour.id), message: 'This tour was cancelled. Reopen it first.' })
  }
  return (
    <Card title="Quick Actions">
      <div className={styles.actions}>
        {isCancelled && tour.tour_date >= today && <CancelMessage tour={tour} client={client} people={people} />}
        <Button aria-disabled={isUnavailable('in_progress')} onClick={unlessCancelled(() => mark('in_progress'))}>
          <PlayIcon size={18} />
          Mark as In Progress
        </Button>
        <Button aria-disabled={isUnavailable('completed')} onClick={unlessCancelled(() => mark('completed'))}>
          <CheckIcon size={18} />
          Mark as Completed
        </Button>
        <Button aria-disabled={isCancelled} onClick={unlessCancelled(onReschedule)}>
          <CalendarIcon size={18} />
          Reschedule
        </Button>
        <Button aria-disabled={isCancelled} onClick={unlessCancelled(onRemind)}>
          <SendIcon size={18} />
          Send Reminder
        </Button>
        {takesAgentsTime(tour) ? (
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

type CancelMessageProps = { tour: TourRow; client: ClientRow | undefined; people: Correspondents }

function CancelMessage({ tour, client, people }: CancelMessageProps) {
  const { by, contact } = clientMessage(tour, client)
  const label = `${by} ${contact.name} that it is off`
  return (
    <ContactLink
      by={by}
      client={client}
      contact={contact}
      words={cancelText(tour, people)}
      subject="Tour cancelled"
      className={buttonClass({ variant: 'primary' })}
      label={label}
    >
      <SendIcon size={18} />
      {label}
    </ContactLink>
  )
}
