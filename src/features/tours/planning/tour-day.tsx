import { memo, type RefObject, useMemo, useRef, useState } from 'react'
import { addMonths, gridDays, monthOf } from '#core/domain/time/calendar-days.ts'
import { addDays, minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { visitsBetween, visitsOfDay } from '#storage/schedule/visits-of-day.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { CalendarToolbar } from '#ui/calendar/calendar-toolbar.tsx'
import { eventColor, eventSlabClass, EventLegend } from '#ui/calendar/event-slab.tsx'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { useMediaQuery } from '#ui/hooks/use-media.ts'
import type { ListingEvent } from '#features/tours/tour-listing-events.ts'
import { DayTimeline } from '../timeline/day-timeline.tsx'
import {
  hoursShown,
  type TimelineEvent,
  type TimelineRow,
  eventTimes,
  type PlannedVisit,
} from '#features/tours/timeline/timeline-events.ts'
import { lengthBy, type VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import styles from './tour-day.module.css'
import type { ShownPlan } from './plan-labels.ts'
import { timelineEvents, timelineRows } from './tour-day-events.ts'
import { formatDate, formatLongDate, formatMonth } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { Button } from '#ui/basics/button.tsx'

type TourDayProps = {
  date: string
  start_time: string
  end_time: string
  listings: readonly TourableListing[]
  /** Other agents' showings and open houses at the listings. */
  listingEvents: readonly ListingEvent[]
  /** True if the server answered the request for `listingEvents` with an error. */
  hasFailed: boolean
  plan: ShownPlan | null
  lengths: VisitLengths
  /** Sets the minutes of a visit; null lets the planner decide. Must be a stable function, because `TourDay` is memoized. */
  onLength: (listing: ListingId, minutes: number | null) => void
  onDate: (date: string) => void
  /** Key of the tour being edited, whose saved event is not shown. */
  tour?: string | undefined
}

/** The day of a tour that is being planned, with a row for the agent and for each chosen listing. Its heading opens the month. */
export const TourDay = memo(function TourDay(props: TourDayProps) {
  const { date, hasFailed, lengths, onLength, onDate } = props
  const { today } = useMinute()
  /** The month that is shown; null while the day is shown. */
  const [month, setMonth] = useState<string | null>(null)
  const [opened, setOpened] = useState<TimelineEvent | null>(null)
  const heading = useRef<HTMLButtonElement>(null)
  // The date field is empty while the agent types a date.
  const shown = date === '' ? today : date
  const { rows, events } = useDayEvents(props, shown)

  return (
    <Card title={month === null ? 'Day' : 'Month'} flush>
      <Toolbar date={shown} today={today} month={month} labelRef={heading} onDate={onDate} onMonth={setMonth} />
      {month === null && <Hint plan={props.plan} />}
      {hasFailed && (
        <Banner tone="danger" role="alert">
          Failed to load listing events.
        </Banner>
      )}
      {month !== null && (
        <TourMonth
          month={month}
          chosen={shown}
          today={today}
          onMonthChange={setMonth}
          onChoose={(chosen) => {
            onDate(chosen)
            setMonth(null)
            heading.current?.focus()
          }}
        />
      )}
      {month === null && <DayView {...props} date={shown} rows={rows} events={events} onOpen={setOpened} />}
      <OpenedEvent
        opened={opened}
        events={events}
        rows={rows}
        lengths={lengths}
        onLength={onLength}
        onClose={() => setOpened(null)}
      />
    </Card>
  )
})

type DayEvents = { rows: readonly TimelineRow[]; events: readonly TimelineEvent[] }

function useDayEvents({ listings, listingEvents, plan, lengths, tour }: TourDayProps, date: string): DayEvents {
  const all = useVisits(date)
  const visits = useMemo(() => all.filter(({ kind, record }) => kind !== 'tour' || record.key !== tour), [all, tour])
  const rows = useMemo(() => timelineRows(listings), [listings])
  const events = useMemo(
    () => timelineEvents({ listings, visits, listingEvents, plan, lengths }),
    [listings, visits, listingEvents, plan, lengths],
  )
  return { rows, events }
}

/** A hint about changing a visit's length. On narrow screens the day is a list, in which nothing can be dragged. */
function Hint({ plan }: Pick<TourDayProps, 'plan'>) {
  const hasRoom = useHasRoomForTimeline()
  if (plan === null || plan.stops.length === 0) return null
  return (
    <p className={styles.hint}>
      {hasRoom ? 'Drag the end of a stop, or press it,' : 'Press a stop'} to give a home more or less time.
    </p>
  )
}

function useHasRoomForTimeline(): boolean {
  return useMediaQuery('(min-width: 1024px)')
}

type DayViewProps = DayEvents &
  Pick<TourDayProps, 'date' | 'start_time' | 'end_time' | 'onLength'> & {
    onOpen: (event: TimelineEvent) => void
  }

function DayView({ date, start_time, end_time, rows, events, onOpen, onLength }: DayViewProps) {
  const hasRoom = useHasRoomForTimeline()
  const label = `Day timeline, ${formatLongDate(date)}`
  if (!hasRoom) return <TimelineAgenda label={label} rows={rows} events={events} onOpen={onOpen} />
  return (
    <DayTimeline
      label={label}
      corner={new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })}
      rows={rows}
      events={events}
      hours={hoursShown({ start_time, end_time }, events)}
      onOpen={onOpen}
      onLength={onLength}
    />
  )
}

type ToolbarProps = {
  date: string
  today: string
  month: string | null
  labelRef: RefObject<HTMLButtonElement | null>
  onDate: (date: string) => void
  onMonth: (month: string | null) => void
}

function Toolbar({ date, today, month, labelRef, onDate, onMonth }: ToolbarProps) {
  const goBy = (step: number) => {
    if (month === null) onDate(addDays(date, step))
    else onMonth(addMonths(month, step))
  }
  return (
    <CalendarToolbar
      label={month === null ? formatDate(date, today) : formatMonth(month)}
      unit={month === null ? 'day' : 'month'}
      onPrevious={() => goBy(-1)}
      onNext={() => goBy(1)}
      onToday={() => (month === null ? onDate(today) : onMonth(monthOf(today)))}
      onLabel={() => onMonth(month === null ? monthOf(date) : null)}
      isMonthOpen={month !== null}
      labelRef={labelRef}
    >
      {month !== null && (
        <SegmentedFilter
          label="View"
          options={views}
          value="month"
          onChange={(view) => view === 'day' && onMonth(null)}
        />
      )}
      <EventLegend />
    </CalendarToolbar>
  )
}

const views = [
  { value: 'month', label: 'Month' },
  { value: 'day', label: 'Day' },
] as const

const noVisits: never[] = []

function useVisits(date: string) {
  const { database } = useDevice()
  return useLiveQuery(() => visitsOfDay(database, date), [database, date]) ?? noVisits
}

type TourMonthProps = {
  month: string
  chosen: string
  today: string
  onMonthChange: (month: string) => void
  onChoose: (date: string) => void
}

function TourMonth({ month, ...grid }: TourMonthProps) {
  const { database } = useDevice()
  const { first, last } = gridDays(month)
  const visits = useLiveQuery(() => visitsBetween(database, first, last), [database, first, last]) ?? noVisits
  const events = useMemo(
    () =>
      visits
        .toSorted((one, other) => minutesOfDay(one.start_time) - minutesOfDay(other.start_time))
        .map(({ key, date, title, kind }): MonthEvent => ({ key, date, title, kind: eventColor(kind) })),
    [visits],
  )
  return <MonthGrid {...grid} month={month} events={events} />
}

type TimelineAgendaProps = {
  label: string
  rows: readonly TimelineRow[]
  events: readonly TimelineEvent[]
  onOpen: (event: TimelineEvent) => void
}

/** The day as a list for narrow screens, without drives. An event's `note` is the home where it takes place. */
function TimelineAgenda({ label, rows, events, onOpen }: TimelineAgendaProps) {
  const labels = new Map(rows.map((row) => [row.key, row.label]))
  const listed = events
    .filter(({ kind }) => kind !== 'drive')
    .toSorted((one, other) => minutesOfDay(one.start_time) - minutesOfDay(other.start_time))
  if (listed.length === 0) return <p className={styles.none}>Nothing is planned on this day.</p>
  return (
    <ol className={styles.agenda} aria-label={label}>
      {listed.map((event) => (
        <li key={event.key}>
          <span className={styles.time}>{formatTime(event.start_time)}</span>
          <button
            type="button"
            className={eventSlabClass(styles.event)}
            data-kind={event.kind}
            onClick={() => onOpen(event)}
          >
            <span className={styles.title}>{event.note === undefined ? event.title : event.note}</span>{' '}
            <span className={styles.words}>
              {[
                event.note === undefined ? labels.get(event.rowKey) : event.title,
                `until ${formatTime(event.end_time)}`,
              ].join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

type OpenedEventProps = {
  opened: TimelineEvent | null
  events: readonly TimelineEvent[]
  rows: readonly TimelineRow[]
  lengths: VisitLengths
  onLength: (listing: ListingId, minutes: number | null) => void
  onClose: () => void
}

/** A sheet about one event, as it is in the current plan, which may change while the sheet is open. */
function OpenedEvent({ opened, events, rows, lengths, onLength, onClose }: OpenedEventProps) {
  const shownNow = events.find(({ key }) => key === opened?.key)
  return (
    <Sheet open={opened !== null} title={opened?.title ?? ''} onClose={onClose}>
      {opened !== null && (
        <>
          <p>{eventTimes(shownNow ?? opened)}</p>
          <p>{opened.note ?? rows.find(({ key }) => key === opened.rowKey)?.label}</p>
          {shownNow?.approximate !== undefined && (
            <p>
              <ApproximateLocation listingKey={shownNow.approximate.listingKey} />
            </p>
          )}
          {opened.visit !== undefined && (
            <VisitLength
              visit={shownNow?.visit ?? opened.visit}
              agentMinutes={lengths.find(({ listing_id }) => listing_id === opened.visit?.listing_id)?.minutes ?? null}
              isPlanned={shownNow !== undefined}
              onLength={onLength}
            />
          )}
        </>
      )}
    </Sheet>
  )
}

type VisitLengthProps = {
  visit: PlannedVisit
  /** The minutes that the agent has set; null if the planner decides. */
  agentMinutes: number | null
  /** False if the current plan no longer has room for the visit. */
  isPlanned: boolean
  onLength: (listing: ListingId, minutes: number | null) => void
}

function VisitLength({ visit, agentMinutes, isPlanned, onLength }: VisitLengthProps) {
  const minutes = agentMinutes ?? visit.minutes
  const change = (by: number) => () => onLength(visit.listing_id, lengthBy(minutes, by))
  const isShortest = lengthBy(minutes, -5) === minutes
  const isLongest = lengthBy(minutes, 5) === minutes
  return (
    <div className={styles.length}>
      <div className={styles.choice}>
        <Button aria-disabled={isShortest} onClick={change(-5)}>
          Less Time
        </Button>
        <output className={styles.minutes}>
          {minutes} min{agentMinutes !== null && <span>, as you set it</span>}
        </output>
        <Button aria-disabled={isLongest} onClick={change(5)}>
          More Time
        </Button>
      </div>
      {!isPlanned && <p role="status">This home no longer fits into the day.</p>}
      {agentMinutes !== null && (
        <Button variant="quiet" onClick={() => onLength(visit.listing_id, null)}>
          Let the Planner Decide
        </Button>
      )}
    </div>
  )
}
