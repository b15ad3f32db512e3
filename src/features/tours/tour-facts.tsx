import { nameOfAgent } from '#core/domain/account/realtor-name.ts'
import type { Correspondents } from '#core/domain/tours/tour-invitation.ts'
import { Person } from '#records/people/person.tsx'
import { useSession } from '#state/session.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { firstVisitBegins } from '#core/domain/tours/timed-stop.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import { isTourStatus, formatTourStatus } from '#core/domain/tours/tour-status.ts'
import { CalendarIcon, CheckIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { PlayIcon } from './tour-icons.tsx'
import styles from './tour-facts.module.css'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { EmailText } from '#ui/basics/email-text.tsx'

/** Returns a tour's client, if the agent has a record of the client. `people`: the names for messages to the client. */
export function useTourClient(tour: TourRow): { client: ClientRow | undefined; people: Correspondents } {
  const client = usePeople()?.of(tour)
  const { user } = useSession()
  return { client, people: { client: client?.first_name.trim() ?? '', agent: nameOfAgent(user) } }
}

export function TourClient({ tour }: { tour: TourRow }) {
  const { client } = useTourClient(tour)
  return <Person client={client} email={tour.client_email} />
}

/** Returns "today 10:37 AM": the day and the first visit, or the tour's start if it has no visits. */
export function tourBegins({ tour_date, start_time, stops }: TourRow, today: string): string {
  return `${formatTourDay(tour_date, today)} ${formatTime(firstVisitBegins(stops) ?? start_time)}`
}

function formatTourDay(date: string, today: string): string {
  if (date === today) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : formatDate(date, today)
}

const icons = { scheduled: CalendarIcon, in_progress: PlayIcon, completed: CheckIcon, cancelled: CloseIcon }

export function TourStatusBadge({ status }: { status: string }) {
  const Icon = isTourStatus(status) ? icons[status] : null
  return (
    <span className={styles.badge} data-tour={isTourStatus(status) ? status : 'other'}>
      {Icon !== null && <Icon size={14} />}
      {formatTourStatus(status)}
    </span>
  )
}

/** A no-break space, so that a line never begins with the dot. */
const noBreak = '\u00A0'

/** "Hugo Abernathy · today 10:37 AM · Tour #2". */
export function TourHeading({ tour }: { tour: TourRow }) {
  const { client } = useTourClient(tour)
  const { today } = useMinute()
  return (
    <>
      {client === undefined ? <EmailText>{tour.client_email}</EmailText> : clientName(client)} ·{' '}
      <span className={styles.begins}>{tourBegins(tour, today)}</span>
      {noBreak}· <span className={styles.number}>{tourTitle(tour.id)}</span>
    </>
  )
}
