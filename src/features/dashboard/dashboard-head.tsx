import { useSession } from '#state/session.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Link } from '@tanstack/react-router'
import { entriesOfDay } from '#core/domain/schedule/day-entries.ts'
import { dayAtMoment, formatVisitMoment, planDay } from '#core/domain/schedule/day-plan.ts'
import { directionsAddress } from '#core/domain/travel/driving.ts'
import { ContactLink } from '#records/people/contact-link.tsx'
import { useLoadState } from '#records/states/load-state.tsx'
import { useHaveVisitsFailed } from '#state/visit-loads.ts'
import { useDay, visitOfEntry } from '#storage/schedule/use-day.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { stretchedLink, linkContainer } from '#ui/layout/stretched-link.ts'
import styles from './dashboard.module.css'

export function DashboardHead() {
  const { user } = useSession()
  const { today, minutesNow } = useMinute()
  const name = user?.first_name || user?.username || ''
  const day = new Date(`${today}T00:00`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  })
  return (
    <>
      {/* The non-breaking space keeps the dot off a line's start. */}
      <PageHeader title="Dashboard" subtitle={`${greeting(minutesNow / 60)}, ${name}\u00a0· ${day}`} />
      <NextVisit />
    </>
  )
}

function greeting(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** The current and next visit, as on the Today page, with links to both. */
function NextVisit() {
  const { today, minutesNow } = useMinute()
  const day = useDay(today)
  // Before the first load, or after a failed one, an empty day proves nothing.
  const haveFailed = useHaveVisitsFailed()
  const isKnown = useLoadState('listing') === 'known' && day !== undefined && !haveFailed
  const entries = entriesOfDay(day?.visits ?? [], minutesNow)
  const moment = dayAtMoment(planDay(entries), minutesNow)
  const ahead = moment.next?.part.visit ?? moment.now?.visit
  const visit = ahead && visitOfEntry(day?.visits ?? [], ahead)
  const person = visit?.kind === 'open_house' ? undefined : visit?.person
  const nothing = entries.length === 0 ? 'Nothing is planned today' : 'Nothing else is planned today'
  const words = formatVisitMoment(moment, minutesNow, person?.first_name) ?? (isKnown ? nothing : null)
  // No directions to where the agent is now.
  const isThere = moment.next === null && moment.now !== null
  const directions = ahead === undefined || isThere ? null : directionsAddress(ahead.destination, ahead.place)
  const open = moment.now?.visit.kind === 'open_house' ? moment.now.visit : null
  return (
    <div className={classNames(styles.next, linkContainer)} data-unknown={words === null || undefined}>
      <Link to="/today" className={classNames(styles.words, stretchedLink)}>
        {words ?? 'Open Today'}
      </Link>
      <div className={styles.ways}>
        {open !== null && (
          <Link
            to="/open-houses/$openHouseId/kiosk"
            params={{ openHouseId: open.record?.key ?? '' }}
            className={buttonClass()}
            aria-label={`Start Sign-in at ${open.title}`}
          >
            Start Sign-in
          </Link>
        )}
        {directions !== null && (
          <a
            className={buttonClass()}
            href={directions}
            target="_blank"
            rel="noreferrer"
            aria-label={`Directions to ${ahead?.title}`}
          >
            Directions
          </a>
        )}
        {/* The text above may name two visits, so the buttons name the person. */}
        {(['Call', 'Text'] as const).map((by) => (
          <ContactLink key={by} by={by} client={person} className={buttonClass()}>
            {by} {person?.first_name}
          </ContactLink>
        ))}
      </div>
    </div>
  )
}
