import { type ComponentProps, type CSSProperties, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { type GridPosition, placeInColumns } from '#core/domain/schedule/day-grid.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { eventSlabClass } from '#ui/calendar/event-slab.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './day-timeline.module.css'
import {
  eventTimes,
  ownRow,
  type TimelineEvent,
  type TimelineRow,
  type TimelineHours,
  formatHour,
  eventAfterKey,
} from './timeline-events.ts'
import { formatStretch, useVisitResize } from './use-visit-resize.ts'
import { formatTime } from '#core/format/times.ts'

type DayTimelineProps = {
  label: string
  /** Text in the corner above the names of the rows. */
  corner: string
  rows: readonly TimelineRow[]
  events: readonly TimelineEvent[]
  hours: TimelineHours
  onOpen: (event: TimelineEvent) => void
  onLength: (listing: ListingId, minutes: number) => void
}

/** A day with a row for the agent and each home. Arrow keys move between events; in a narrow window, the hours scroll sideways. */
export function DayTimeline({ label, corner, rows, events, hours, onOpen, onLength }: DayTimelineProps) {
  // A row's key may contain spaces, and `aria-labelledby` would read it as several ids.
  const id = useId()
  const eventsByRow = useMemo(() => groupByRow(events), [events])
  const lane = useRef<HTMLUListElement>(null)
  const minutesShown = (hours.to - hours.from) * 60
  // `press` handles the keys that change a visit's length; `leave` cancels such a change.
  const { stretch, press, leave, handlers } = useVisitResize({ lane, minutesShown, events, onLength })

  const { area, entrance, focus, walk } = useWalking({ rows, events, eventsByRow, press })

  return (
    <section
      ref={area}
      className={styles.timeline}
      style={variables({ hours: hours.to - hours.from })}
      aria-label={label}
      // The section scrolls, so the keyboard must reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Head corner={corner} hours={hours} />
      <ul className={styles.rows}>
        {rows.map((row, index) => {
          const places = placesIn(eventsByRow.get(row.key) ?? [])
          const lanes = Math.max(1, ...places.map(({ columns }) => columns))
          return (
            <li key={row.key} className={styles.row} style={variables({ lanes })}>
              <span className={styles.name} id={`${id}-${index}`}>
                <StreetAddress address={row.label} />
              </span>
              <ul
                className={styles.lane}
                aria-labelledby={`${id}-${index}`}
                {...(row.key === ownRow ? { ref: lane, ...handlers } : {})}
              >
                {places.map(({ event, start, minutes, column }) => (
                  <li
                    key={event.key}
                    className={styles.place}
                    style={variables(clipped({ start, minutes }, hours, column))}
                  >
                    <EventButton
                      event={event}
                      where={whereOf(event, row)}
                      isEntrance={event === entrance}
                      onFocus={() => focus(event.key)}
                      onBlur={leave}
                      onKeyDown={(keyboard) => walk(keyboard, event)}
                      onClick={() => onOpen(event)}
                    />
                  </li>
                ))}
                {row.key === ownRow && stretch !== null && <Stretch stretch={stretch} hours={hours} />}
              </ul>
            </li>
          )
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">{stretch?.isByKey && formatStretch(stretch)}</span>
      </VisuallyHidden>
    </section>
  )
}

type WalkingOptions = Pick<DayTimelineProps, 'rows' | 'events'> & {
  eventsByRow: ReadonlyMap<string, TimelineEvent[]>
  press: ReturnType<typeof useVisitResize>['press']
}

/** Makes the grid a single tab stop: Tab focuses the event `entrance`, and arrow keys move the focus inside the grid. */
function useWalking({ rows, events, eventsByRow, press }: WalkingOptions) {
  const area = useRef<HTMLElement>(null)
  const [focused, focus] = useState<string | null>(null)
  const entrance = events.find(({ key }) => key === focused) ?? firstOf(rows, eventsByRow)

  function walk(keyboard: KeyboardEvent, from: TimelineEvent): void {
    if (press(keyboard, from)) return
    const next = eventAfterKey(keyboard.key, from, rows, events)
    if (next === null) return
    keyboard.preventDefault()
    focus(next.key)
    area.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(next.key)}"]`)?.focus()
  }

  return { area, entrance, focus, walk }
}

function Head({ corner, hours }: Pick<DayTimelineProps, 'corner' | 'hours'>) {
  return (
    <div className={styles.head} aria-hidden>
      <span className={styles.corner}>{corner}</span>
      {Array.from({ length: hours.to - hours.from }, (_, index) => (
        <span key={index} className={styles.hour}>
          {formatHour(hours.from + index)}
        </span>
      ))}
    </div>
  )
}

type EventButtonProps = Pick<ComponentProps<'button'>, 'onFocus' | 'onBlur' | 'onKeyDown' | 'onClick'> & {
  event: TimelineEvent
  where: string
  isEntrance: boolean
}

function EventButton({ event, where, isEntrance, onFocus, onBlur, onKeyDown, onClick }: EventButtonProps) {
  return (
    <button
      type="button"
      className={eventSlabClass(styles.event)}
      data-kind={event.kind}
      data-event={event.key}
      data-set={event.visit?.isSet || undefined}
      tabIndex={isEntrance ? 0 : -1}
      // Equals the accessible name, so that screen readers do not read both.
      title={`${event.title}${where} ${eventTimes(event)}`}
      aria-keyshortcuts={event.visit === undefined ? undefined : 'M'}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <span className={styles.title}>
        <SlabTitle event={event} where={where} />
      </span>{' '}
      <span className={styles.when}>
        <SlabTimes from={event.start_time} to={event.end_time} />
      </span>
      {event.visit !== undefined && <span className={styles.end} data-end />}
    </button>
  )
}

type StretchProps = {
  stretch: NonNullable<ReturnType<typeof useVisitResize>['stretch']>
  hours: TimelineHours
}

/** A visit while the agent changes its length, drawn with the new length. */
function Stretch({ stretch, hours }: StretchProps) {
  return (
    <li
      className={eventSlabClass(styles.stretch)}
      style={variables(clipped({ start: minutesOfDay(stretch.event.start_time), minutes: stretch.minutes }, hours, 0))}
      aria-hidden
    >
      {stretch.minutes} min
    </li>
  )
}

/** Events in different rows have the same titles, so the accessible name also says at which home they are. */
function whereOf({ note, kind }: TimelineEvent, row: TimelineRow): string {
  if (note !== undefined) return ` at ${note}`
  return row.key === ownRow || kind === 'drive' ? '' : ` at ${row.label}`
}

function groupByRow(events: readonly TimelineEvent[]): ReadonlyMap<string, TimelineEvent[]> {
  const byRow = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const ofRow = byRow.get(event.rowKey)
    if (ofRow === undefined) byRow.set(event.rowKey, [event])
    else ofRow.push(event)
  }
  return byRow
}

function firstOf(
  rows: readonly TimelineRow[],
  eventsByRow: ReadonlyMap<string, TimelineEvent[]>,
): TimelineEvent | undefined {
  for (const { key } of rows) {
    const [first] = placesIn(eventsByRow.get(key) ?? [])
    if (first !== undefined) return first.event
  }
  return undefined
}

/** Returns where events are drawn. Overlapping events are below each other; drives fill gaps between events, so they overlap none. */
function placesIn(ofRow: readonly TimelineEvent[]): GridPosition<TimelineEvent>[] {
  const drives = ofRow
    .filter(({ kind }) => kind === 'drive')
    .map((event): GridPosition<TimelineEvent> => {
      const start = minutesOfDay(event.start_time)
      return { event, start, minutes: minutesOfDay(event.end_time) - start, column: 0, columns: 1, span: 1 }
    })
  const rest = placeInColumns(ofRow.filter(({ kind }) => kind !== 'drive'))
  // Sorted by time, for screen readers.
  return [...rest, ...drives].toSorted((one, other) => one.start - other.start)
}

/** Returns the values of CSS variables: hours from the left edge, length in hours, and lane, from the top. */
function clipped({ start, minutes }: { start: number; minutes: number }, { from, to }: TimelineHours, lane: number) {
  const begin = Math.max(start, from * 60)
  const end = Math.min(start + minutes, to * 60)
  return { start: (begin - from * 60) / 60, length: Math.max(end - begin, 0) / 60, lane }
}

function variables(values: Record<string, number>): CSSProperties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
}

/** With little space, only the house number is shown; color, row and tooltip show the rest. */
function SlabTitle({ event: { kind, title, note }, where }: { event: TimelineEvent; where: string }) {
  if (note !== undefined) return <StopTitle title={title} where={where} />
  if (kind === 'agent' || kind === 'drive') return title
  const words = `${title}${where}`
  const [, what = '', number = words, street = ''] = /^(.* at )(\d\S*)(.*)$/.exec(words) ?? []
  return (
    <>
      <span className={styles.kind}>{what}</span>
      {number}
      <span className={styles.street}>{street}</span>
    </>
  )
}

function StopTitle({ title, where }: { title: string; where: string }) {
  const [word, number] = title.split(' ')
  return (
    <>
      <span className={styles.word}>{word} </span>
      {number}
      <VisuallyHidden>{where}</VisuallyHidden>
    </>
  )
}

/** "10:06 AM – 10:51 AM". With little space, AM and PM are omitted, because the hours at the top have them. */
function SlabTimes({ from, to }: { from: string; to: string }) {
  const [time, half] = formatTime(from).split(' ')
  return (
    <>
      {time}
      <span className={styles.half}> {half}</span>
      <span className={styles.until}> – {formatTime(to)}</span>
    </>
  )
}
