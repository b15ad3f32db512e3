import { useSession } from '#state/session.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Link } from '@tanstack/react-router'
import { entriesOfDay } from '#core/domain/schedule/day-entries.ts'
import { dayAtMoment, formatVisitMoment, planDay } from '#core/domain/schedule/day-plan.ts'
import { directionsLink } from '#core/domain/travel/driving.ts'
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
      {/* The non-breaking space prevents a line that starts with the dot. */}
      <PageHeader title="Dashboard" subtitle={`${greeting(minutesNow / 60)}, ${name}\u00a0· ${day}`} />
      <NextVisit />
    </>
  )
}

function greeting(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

function NextVisit() {
  const { today, minutesNow } = useMinute()
  const day = useDay(today)
  // Before the first load, or after a failed one, an empty day does not mean that nothing is planned.
  const haveFailed = useHaveVisitsFailed()
  const isKnown = useLoadState('listing') === 'known' && day !== undefined && !haveFailed
  const entries = entriesOfDay(day?.visits ?? [], minutesNow)
  const moment = dayAtMoment(planDay(entries), minutesNow)
  const nextEntry = moment.next?.part.visit ?? moment.now?.visit
  const visit = nextEntry && visitOfEntry(day?.visits ?? [], nextEntry)
  const person = visit?.kind === 'open_house' ? undefined : visit?.person
  const nothing = entries.length === 0 ? 'Nothing is planned today' : 'Nothing else is planned today'
  const words = formatVisitMoment(moment, minutesNow, person?.first_name) ?? (isKnown ? nothing : null)
  // The agent needs no directions to the visit that is taking place.
  const isThere = moment.next === null && moment.now !== null
  const directions = nextEntry === undefined || isThere ? null : directionsLink(nextEntry.destination, nextEntry.place)
  const openHouse = moment.now?.visit.kind === 'open_house' ? moment.now.visit : null
  return (
    <div className={classNames(styles.next, linkContainer)} data-unknown={words === null || undefined}>
      <Link to="/today" className={classNames(styles.words, stretchedLink)}>
        {words ?? 'Open Today'}
      </Link>
      <div className={styles.ways}>
        {openHouse !== null && (
          <Link
            to="/open-houses/$openHouseId/kiosk"
            params={{ openHouseId: openHouse.record?.key ?? '' }}
            className={buttonClass()}
            aria-label={`Start Sign-in at ${openHouse.title}`}
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
            aria-label={`Directions to ${nextEntry?.title}`}
          >
            Directions
          </a>
        )}
        {/* The buttons name the person, because the text above may be about two visits. */}
        {(['Call', 'Text'] as const).map((by) => (
          <ContactLink key={by} by={by} client={person} className={buttonClass()}>
            {by} {person?.first_name}
          </ContactLink>
        ))}
      </div>
    </div>
  )
}
