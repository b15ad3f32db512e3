import { memo, useMemo, useRef, useState } from 'react'
import { addMonths, gridDays, longDateInWords, monthInWords, monthOf } from '#core/domain/month.ts'
import { addDays, dateInWords, minutesOfDay } from '#core/domain/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourableListing } from '#storage/tourable-listings.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { useMinute } from '#storage/use-minute.ts'
import { visitsBetween, visitsOfDay } from '#storage/visits-of-day.ts'
import { Banner } from '#ui/banner.tsx'
import { CalendarToolbar } from '#ui/calendar/calendar-toolbar.tsx'
import { EventKey } from '#ui/calendar/event-key.tsx'
import { eventColor } from '#ui/calendar/event-slab.ts'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { Card } from '#ui/card.tsx'
import { SegmentedFilter } from '#ui/segmented-filter.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useMedia } from '#ui/use-media.ts'
import type { ListingEvent } from '../listing-events.ts'
import { DayTimeline } from '../timeline/day-timeline.tsx'
import { TimelineAgenda } from '../timeline/timeline-agenda.tsx'
import { eventTimes, type TimelineEvent } from '../timeline/timeline-event.ts'
import { hoursShown } from '../timeline/timeline-hours.ts'
import type { VisitLengths } from './visit-lengths.ts'
import styles from './tour-day.module.css'
import type { ShownPlan } from './plan-words.ts'
import { timelineEvents, timelineRows } from './tour-day-events.ts'
import { VisitLength } from './visit-length.tsx'

type TourDayProps = {
  /** The tour's date; what the calendar chooses becomes it. */
  date: string
  start_time: string
  end_time: string
  listings: readonly TourableListing[]
  listingEvents: readonly ListingEvent[]
  /** True when the server refused to tell what others have at the chosen listings. */
  hasFailed: boolean
  plan: ShownPlan | null
  /** Of single homes, as the agent has set them. */
  lengths: VisitLengths
  /** Null leaves it to the planner. Always the same function. */
  onLength: (listing: ListingId, minutes: number | null) => void
  onDate: (date: string) => void
  /** The tour itself, where it is being changed. */
  tour?: string | undefined
}

/** The tour's day with a row for the agent and one for each chosen listing; its heading opens the month. */
export const TourDay = memo(function TourDay(props: TourDayProps) {
  const { date, start_time, end_time, listings, listingEvents, hasFailed, plan, lengths, onLength, onDate, tour } =
    props
  const { today } = useMinute()
  const hasRoom = useMedia('(min-width: 1024px)')
  const [month, setMonth] = useState<string | null>(null)
  const [opened, setOpened] = useState<TimelineEvent | null>(null)
  const heading = useRef<HTMLButtonElement>(null)
  // A date that is being typed is empty.
  const shown = date === '' ? today : date
  const all = useVisits(shown)
  const visits = useMemo(() => all.filter(({ kind, record }) => kind !== 'tour' || record.key !== tour), [all, tour])
  const rows = useMemo(() => timelineRows(listings), [listings])
  const events = useMemo(
    () => timelineEvents({ listings, visits, listingEvents, plan, lengths }),
    [listings, visits, listingEvents, plan, lengths],
  )
  // The plan goes on under the open sheet.
  const shownNow = events.find(({ key }) => key === opened?.key)
  const label = `Day timeline, ${longDateInWords(shown)}`
  const goBy = (step: number) => {
    if (month === null) onDate(addDays(shown, step))
    else setMonth(addMonths(month, step))
  }

  return (
    <Card title={month === null ? 'Day' : 'Month'} flush>
      <CalendarToolbar
        label={month === null ? dateInWords(shown, today) : monthInWords(month)}
        unit={month === null ? 'day' : 'month'}
        onPrevious={() => goBy(-1)}
        onNext={() => goBy(1)}
        onToday={() => (month === null ? onDate(today) : setMonth(monthOf(today)))}
        onLabel={() => setMonth(month === null ? monthOf(shown) : null)}
        isMonthOpen={month !== null}
        labelRef={heading}
      >
        {month !== null && (
          <SegmentedFilter
            label="View"
            options={views}
            value="month"
            onChange={(view) => view === 'day' && setMonth(null)}
          />
        )}
        <EventKey />
      </CalendarToolbar>
      {month === null && plan !== null && plan.stops.length > 0 && (
        <p className={styles.hint}>
          {hasRoom ? 'Drag the end of a stop, or press it,' : 'Press a stop'} to give a home more or less time.
        </p>
      )}
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
      {month === null &&
        (hasRoom ? (
          <DayTimeline
            label={label}
            corner={new Date(`${shown}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })}
            rows={rows}
            events={events}
            hours={hoursShown({ start_time, end_time }, events)}
            onOpen={setOpened}
            onLength={onLength}
          />
        ) : (
          <TimelineAgenda label={label} rows={rows} events={events} onOpen={setOpened} />
        ))}
      <Sheet open={opened !== null} title={opened?.title ?? ''} onClose={() => setOpened(null)}>
        {opened !== null && (
          <>
            <p>{eventTimes(shownNow ?? opened)}</p>
            <p>{opened.note ?? rows.find(({ key }) => key === opened.rowKey)?.label}</p>
            {opened.visit !== undefined && (
              <VisitLength
                visit={shownNow?.visit ?? opened.visit}
                set={lengths.find(({ listing_id }) => listing_id === opened.visit?.listing_id)?.minutes ?? null}
                isPlanned={shownNow !== undefined}
                onLength={onLength}
              />
            )}
          </>
        )}
      </Sheet>
    </Card>
  )
})

const views = [
  { value: 'month', label: 'Month' },
  { value: 'day', label: 'Day' },
] as const

const noVisits: never[] = []

/** Read from this device alone, so that no range is ever fetched twice. */
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
