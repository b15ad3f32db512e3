import { Link } from '@tanstack/react-router'
import { useRef, type ComponentType, type ReactNode } from 'react'
import { type DayEntry, entriesOfDay, isNotStarted } from '#core/domain/schedule/day-entries.ts'
import {
  dayAtMoment,
  type DrivePart,
  planDay,
  type VisitPart,
  type DayPart,
  formatLeaveBy,
} from '#core/domain/schedule/day-plan.ts'
import { hasPassed, addDays } from '#core/domain/time/wall-clock.ts'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { NoDataState, useLoadState } from '#records/states/load-state.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { useHaveEventsFailed } from '#records/states/use-have-events-failed.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { type Day, useDay, visitOfEntry } from '#storage/schedule/use-day.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { buttonClass, Button } from '#ui/basics/button.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, CarIcon, CheckIcon } from '#ui/icons/icon.tsx'
import { NextCard } from './next-card.tsx'
import rows from '#ui/lists/day-rows.module.css'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './today-page.module.css'
import {
  listingOfEntry,
  type RenderVisitDetails,
  type Outcome,
  useVisitDetails,
  type Visitors,
  StartSignIn,
  VisitMark,
} from './visit-more.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { formatDate } from '#core/format/dates.ts'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { formatMinutesOfDay } from '#core/format/times.ts'
import { formatDrive, formatDuration } from '#core/format/durations.ts'

type TodayPageProps = {
  /** The day in the URL; undefined for today. */
  date: string | undefined
  onDateChange: (date: string | undefined) => void
  /** The notice of a tour that was not started in time. */
  notStarted: ComponentType<{ tour: TourRow }>
  startTour: ComponentType<{ tour: TourRow; size: 'large' }>
  outcome: Outcome
  visitors: Visitors
  /** People to call, and showings without an outcome; on other days, the follow-ups. */
  toDo: ComponentType<{ date: string }>
  actions: ReactNode
  /** Shown below today, but not below other days. */
  children?: ReactNode
}

/** The agent's day: the current or next visit on top, then visits, drives and free time. */
export function TodayPage({
  date: chosen,
  onDateChange,
  notStarted: NotStarted,
  startTour,
  outcome,
  visitors,
  toDo: ToDo,
  actions,
  children,
}: TodayPageProps) {
  const { today, minutesNow } = useMinute()
  const date = chosen ?? today
  const isToday = date === today
  const day = useDay(date)
  const notStarted = (day?.visits ?? []).flatMap((visit) =>
    visit.kind === 'tour' && isNotStarted(visit.record, { date: visit.date, today, minutesNow }) ? [visit.record] : [],
  )
  // The notice of a tour whose time has passed is shown below the current visits.
  const hasEnded = (tour: TourRow) => hasPassed(tour.tour_date, tour.end_time, { today, minutesNow })
  const choose = (next: string) => onDateChange(next === today ? undefined : next)
  return (
    <>
      <DayHead date={date} today={today} onChoose={choose} actions={actions} />
      {/* While another day is read, `day` is still the previous one, so its content uses `day.date`. */}
      {day === undefined ? (
        <Skeleton height={320} />
      ) : (
        <>
          <HideFollowingUntilLoaded />
          {notStarted.map((tour) => !hasEnded(tour) && <NotStarted key={tour.key} tour={tour} />)}
          <ShownDay
            day={day}
            minutesNow={day.date === today ? minutesNow : null}
            startTour={startTour}
            outcome={outcome}
            visitors={visitors}
            toDo={<ToDo date={day.date} />}
          />
          {notStarted.map((tour) => hasEnded(tour) && <NotStarted key={tour.key} tour={tour} />)}
          {isToday && children}
        </>
      )}
    </>
  )
}

/** `minutesNow` is null on every day but today. */
type ShownDayProps = Pick<TodayPageProps, 'startTour' | 'outcome' | 'visitors'> & {
  day: Day
  minutesNow: number | null
  toDo: ReactNode
}

function ShownDay({ day, minutesNow, startTour: StartTour, outcome, visitors, toDo }: ShownDayProps) {
  const more = useVisitDetails(day, outcome, visitors)
  const hasFailed = useHaveEventsFailed({ first: day.date, last: day.date })
  const parts = planDay(entriesOfDay(day.visits, minutesNow))
  if (parts.length === 0) {
    return (
      <>
        {toDo}
        <EmptyDay date={day.date} isToday={minutesNow !== null} hasFailed={hasFailed} />
      </>
    )
  }
  if (minutesNow === null) {
    return (
      <div className={styles.columns} data-columns data-alone>
        <Section id="day" title="The day">
          <DayRoute parts={parts} more={more} isToday={false} />
        </Section>
        {toDo}
      </div>
    )
  }
  const { now, next, rest, earlier } = dayAtMoment(parts, minutesNow)
  /** The button that starts a scheduled tour from its first stop; null for other visits, or if the notice above has this button. */
  const beginOf = ({ visit }: VisitPart<DayEntry>) => {
    const tour = visitOfEntry(day.visits, visit)
    if (tour?.kind !== 'tour' || tour.record.status !== 'scheduled') return null
    if (isNotStarted(tour.record, { date: day.date, today: day.date, minutesNow })) return null
    return <StartTour tour={tour.record} size="large" />
  }
  return (
    <div className={styles.columns} data-columns data-alone={(now === null && next === null) || undefined}>
      <NowOrNext day={day} now={now} next={next} more={more} beginOf={beginOf} minutesNow={minutesNow} />
      <div className={styles.rest}>
        {rest.length > 0 && (
          <Section id="rest-of-day" title="The rest of the day">
            <DayRoute parts={rest} more={more} isToday />
          </Section>
        )}
        {toDo}
        {earlier.length > 0 && (
          <Section id="earlier" title="Earlier">
            <DayRoute parts={earlier} more={more} isToday isEarlier />
          </Section>
        )}
      </div>
    </div>
  )
}

type NowOrNextProps = {
  day: Day
  now: VisitPart<DayEntry> | null
  next: { part: VisitPart<DayEntry>; drive: DrivePart | null } | null
  more: RenderVisitDetails
  beginOf: (part: VisitPart<DayEntry>) => ReactNode
  minutesNow: number
}

function NowOrNext({ day, now, next, more, beginOf, minutesNow }: NowOrNextProps) {
  const shown = now === null ? next : { part: now, drive: null }
  if (shown === null) return <p>Nothing else is planned today.</p>
  const { visit } = shown.part
  const listing = listingOfEntry(day, visit)
  return (
    <NextCard
      key={now === null ? 'next' : 'now'}
      {...shown}
      listingKey={listing === undefined || listing === null ? undefined : String(listing)}
      more={more}
      begin={beginOf(shown.part)}
      door={<DoorCardOfListing key={visit.key} listing={listing} look="part" />}
      isNow={now !== null}
      minutesNow={minutesNow}
    />
  )
}

type EmptyDayProps = { date: string; isToday: boolean; hasFailed: boolean }

function EmptyDay({ date, isToday, hasFailed }: EmptyDayProps) {
  const load = useLoadState('listing')
  return (
    <NoDataState load={hasFailed ? 'failed' : load} failure="Failed to load events." what="What is planned">
      <EmptyState
        icon={<CalendarIcon size={44} />}
        title={isToday ? 'Nothing is planned today.' : 'Nothing is planned on this day.'}
        action={
          <Link to="/dashboard" search={isToday ? {} : { day: date }} className={buttonClass()}>
            Open Dashboard Calendar
          </Link>
        }
      >
        Your showings, open houses, appointments and tours will appear here, with drive times.
      </EmptyState>
    </NoDataState>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type DayHeadProps = {
  date: string
  today: string
  onChoose: (date: string) => void
  actions: ReactNode
}

/** The page's head is a single line, so that the next visit is visible without scrolling. */
function DayHead({ date, today, onChoose, actions }: DayHeadProps) {
  const isToday = date === today
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <header className={styles.head}>
      <IconButton label="Previous day" onClick={() => onChoose(addDays(date, -1))}>
        <ChevronLeftIcon />
      </IconButton>
      <div className={styles.day} aria-live="polite">
        {/* Takes the focus after navigation, so that a screen reader starts at the new page. */}
        <h1 ref={heading} tabIndex={-1}>
          {isToday ? 'Today' : formatDate(date, today)}
        </h1>
        {isToday && <p className={styles.date}>{formatDate(date, today)}</p>}
      </div>
      <IconButton label="Next day" onClick={() => onChoose(addDays(date, 1))}>
        <ChevronRightIcon />
      </IconButton>
      {!isToday && (
        <Button
          variant="quiet"
          onClick={() => {
            // The pressed button disappears, so the heading gets the focus.
            heading.current?.focus()
            onChoose(today)
          }}
        >
          Today
        </Button>
      )}
      <div className={styles.actions}>{actions}</div>
    </header>
  )
}

type DayRouteProps = {
  parts: readonly DayPart<DayEntry>[]
  isToday: boolean
  more: RenderVisitDetails
  isEarlier?: boolean
}

function DayRoute({ parts, isToday, more, isEarlier = false }: DayRouteProps) {
  return (
    <ol className={styles.route}>
      {parts.map((part, index) => (
        // Parts have no identity except their place in the day.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classNames(rows.row, styles.part)}>
          <p className={classNames(rows.time, styles.at)}>{part.kind === 'visit' && formatMinutesOfDay(part.start)}</p>
          {part.kind === 'visit' && <Slab part={part} more={more} isEarlier={isEarlier} isToday={isToday} />}
          {part.kind === 'drive' && <Leg drive={part} />}
          {part.kind === 'free' && (
            <p className={styles.free}>
              Free {formatMinutesOfDay(part.start)} – {formatMinutesOfDay(part.end)}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type SlabProps = {
  part: VisitPart<DayEntry>
  more: RenderVisitDetails
  isEarlier: boolean
  isToday: boolean
}

function Slab({ part: { visit, end }, more, isEarlier, isToday }: SlabProps) {
  const title = visit.isAddress ? <StreetAddress address={visit.title} /> : visit.title
  return (
    <div className={classNames(rows.box, styles.slab)} data-kind={visit.kind} data-earlier={isEarlier || undefined}>
      <div className={classNames(rows.line, styles.line)}>
        <h3>
          {visit.page === null ? (
            title
          ) : (
            <Link className={styles.page} to={visit.page.to}>
              {title}
            </Link>
          )}
        </h3>
        {/* Only if the agent has recorded that the visit is done: time alone completes no visit. */}
        {visit.progress === 'done' && (
          <span className={styles.done}>
            <CheckIcon size={20} />
            done
          </span>
        )}
      </div>
      <p className={styles.note}>
        {visit.note} · until {formatMinutesOfDay(end)}
      </p>
      {more(visit, false)}
      <VisitMark visit={visit} />
      {/* Visitors sign in only on the day itself. */}
      {visit.kind === 'open_house' && isToday && !isEarlier && (
        <div className={styles.action}>
          <StartSignIn visit={visit} />
        </div>
      )}
    </div>
  )
}

function Leg({ drive }: { drive: DrivePart }) {
  const { isApproximate, missingMinutes } = drive
  return (
    <p className={styles.leg} data-tight={missingMinutes > 0 || undefined}>
      <CarIcon size={16} />
      <span>
        {formatDrive(drive)} ·{' '}
        {missingMinutes > 0
          ? `you’d be ${formatDuration(missingMinutes, isApproximate)} late`
          : `leave by ${formatLeaveBy(drive)}`}
      </span>
    </p>
  )
}
