import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { layOutDay, moveSpan, type Span, resizeSpan, spanAt } from '#core/domain/schedule/day-grid.ts'
import { dayMinutes, defaultStart } from '#core/domain/time/default-times.ts'
import { minutesOfDay, daysBetween } from '#core/domain/time/wall-clock.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import {
  GridDay,
  gridVariables,
  GridPreview,
  formatMoveAnnouncement,
  type MovePreview,
  eventAt,
  spanOf,
  useGridGestures,
} from './grid-day.tsx'
import styles from './time-grid.module.css'
import { formatDate, formatLongDate } from '#core/format/dates.ts'
import { formatMinutesOfDay } from '#core/format/times.ts'

type GridSlotProps = {
  days: readonly string[]
  now: { today: string; minutesNow: number }
  onCreate: (times: Span & { date: string }) => void
}

const halfHour = 30

/** An empty time slot for the keyboard: arrows move it, Enter creates an appointment. Visible only when focused. */
function GridSlot({ days, now: { today, minutesNow }, onCreate }: GridSlotProps) {
  const [movedTo, setMovedTo] = useState<{ date: string; minute: number } | null>(null)
  const minute = movedTo?.minute ?? defaultStart(days.includes(today) ? minutesNow : null)
  // When the agent shows another week, the slot stays on its weekday.
  const day = Math.max(
    days.findIndex((one) => (movedTo ? daysBetween(movedTo.date, one) % 7 === 0 : one === today)),
    0,
  )
  const date = days[day] ?? ''
  const label = `Add at ${formatMinutesOfDay(minute)}, ${formatDate(date, today)}`

  function move(pressed: KeyboardEvent): void {
    const [byDay, byTime] = steps[pressed.key] ?? [0, 0]
    if (!(pressed.key in steps)) return
    pressed.preventDefault()
    const next = { date: days[day + byDay], minute: minute + byTime * halfHour }
    if (next.date !== undefined && next.minute >= 0 && next.minute < dayMinutes)
      setMovedTo({ ...next, date: next.date })
  }

  return (
    <>
      <button
        type="button"
        className={styles.slot}
        style={gridVariables({ start: minute, day })}
        aria-label={label}
        // Browsers scroll to an element when it gets the focus, but not when it moves.
        ref={(button) => {
          if (movedTo !== null && document.activeElement === button) button?.scrollIntoView({ block: 'nearest' })
        }}
        onKeyDown={move}
        onClick={() => onCreate({ date, ...spanAt(minute) })}
      >
        + {formatMinutesOfDay(minute)}
      </button>
      <VisuallyHidden>
        <span role="status">{movedTo === null ? '' : label}</span>
      </VisuallyHidden>
    </>
  )
}

const steps: Record<string, readonly [days: number, times: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

export type TimeGridProps = {
  label: string
  days: readonly string[]
  events: readonly RecordedVisit[]
  now: { today: string; minutesNow: number }
  /** The message over an empty grid; null if there are events. */
  nothing: string | null
  onOpen: (event: RecordedVisit) => void
  /** Called when the agent presses the heading of a day in a week. */
  onDay: (date: string) => void
  onCreate: (times: Span & { date: string }) => void
  onMove: (event: RecordedVisit, times: Span & { date: string }) => void
}

/** A grid of one or more whole days side by side, first scrolled to the hour before now or before the first event. */
export function TimeGrid({ label, days, events, now, nothing, onOpen, onDay, onCreate, onMove }: TimeGridProps) {
  const area = useRef<HTMLElement>(null)
  const isWeek = days.length > 1
  const grid = useRef<HTMLDivElement>(null)
  const layouts = useMemo(
    () => days.map((date) => ({ date, ...layOutDay(events.filter((event) => event.date === date)) })),
    [days, events],
  )
  const { draft, setDraft, handlers } = useGridGestures({ grid, days, events, onCreate, onDrop: drop })

  function drop({ event, date, start, end }: MovePreview): void {
    if (event === null) onCreate({ date, start, end })
    else if (date !== event.date || start !== spanOf(event).start || end !== spanOf(event).end) {
      onMove(event, { date, start, end })
    }
  }

  const keys = useGridKeys({ grid, days, events, draft, setDraft, onMove, onDrop: drop })
  const printedHours = hoursOnPaper(events)
  const nowOrFirstStart = days.includes(now.today) ? now.minutesNow : firstStart(events)
  useLayoutEffect(() => {
    if (area.current === null || grid.current === null) return
    // Scrolls to a full hour, so that its label is not cut off.
    area.current.scrollTop = (Math.floor(nowOrFirstStart / 60) - 1) * 60 * (grid.current.offsetHeight / dayMinutes)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day; later the agent scrolls
  }, [label])

  return (
    <section
      ref={area}
      className={styles.area}
      style={gridVariables({ days: days.length, 'paper-first': printedHours.first, 'paper-hours': printedHours.count })}
      aria-label={label}
      // A scrolling area must be focusable, for scrolling by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-week={isWeek || undefined}
    >
      {isWeek && <DayHeadings days={days} today={now.today} onDay={onDay} />}
      {nothing !== null && <EmptyMessage words={nothing} />}
      <ol className={styles.hours} aria-hidden>
        {hours.map((hour) => (
          <li key={hour}>{hour}</li>
        ))}
      </ol>
      {/* For the keyboard, there are `GridSlot` and `useGridKeys`. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        ref={grid}
        className={styles.grid}
        data-dragging={draft !== null || undefined}
        {...handlers}
        {...keys}
        onBlur={() => draft?.isByKey && setDraft(null)}
      >
        <GridSlot days={days} now={now} onCreate={onCreate} />
        {layouts.map((layout) => (
          <GridDay key={layout.date} {...layout} now={now} moving={draft?.event?.key ?? null} onOpen={onOpen} />
        ))}
        {draft !== null && <GridPreview draft={draft} day={days.indexOf(draft.date)} />}
      </div>
      <VisuallyHidden>
        <span role="status">{draft?.isByKey && formatMoveAnnouncement(draft, now.today)}</span>
      </VisuallyHidden>
    </section>
  )
}

function EmptyMessage({ words }: { words: string }) {
  return (
    <div className={styles.nothing}>
      <p>{words}</p>
    </div>
  )
}

type DayHeadingsProps = Pick<TimeGridProps, 'days' | 'onDay'> & { today: string }

function DayHeadings({ days, today, onDay }: DayHeadingsProps) {
  return (
    <div className={styles.heads}>
      {days.map((date) => (
        <button
          key={date}
          type="button"
          className={styles.head}
          aria-label={formatLongDate(date)}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => onDay(date)}
        >
          {weekday.format(new Date(`${date}T00:00:00Z`))} <span>{Number(date.slice(8))}</span>
        </button>
      ))}
    </div>
  )
}

type GridKeysOptions = Pick<TimeGridProps, 'days' | 'events' | 'onMove'> & {
  grid: RefObject<HTMLElement | null>
  draft: MovePreview | null
  setDraft: (draft: MovePreview | null) => void
  onDrop: (draft: MovePreview) => void
}

/** Moves events by keyboard: M picks up the focused event, arrows move it, Shift with Up or Down changes its end, Enter drops it. */
function useGridKeys({ grid, days, events, draft, setDraft, onMove, onDrop }: GridKeysOptions) {
  /** An event that was dropped on another day, until it is drawn there. */
  const dropped = useRef<MovePreview | null>(null)
  useLayoutEffect(() => {
    const key = dropped.current?.event?.key
    if (!events.some((event) => event.key === key && event.date === dropped.current?.date)) return
    dropped.current = null
    // An event that moved to another day has a new element, so it has lost the focus.
    if (document.activeElement === document.body) {
      grid.current?.querySelector<HTMLElement>(`[data-event="${key}"]`)?.focus()
    }
  }, [grid, events])

  function press(pressed: KeyboardEvent): void {
    if (draft?.isByKey && draft.event !== null) {
      const next = draftAfterKey(pressed, draft, days)
      if (next === null) return
      pressed.preventDefault()
      setDraft(next === 'dropped' || next === 'cancelled' ? null : next)
      if (next !== 'dropped') return
      // On the same day, the element stays and has the focus.
      if (draft.date !== draft.event.date) dropped.current = draft
      onDrop(draft)
      return
    }
    const event = eventAt(pressed.target as Element, events)
    const isPlain = !pressed.altKey && !pressed.ctrlKey && !pressed.metaKey
    if (event === null || pressed.key.toLowerCase() !== 'm' || !isPlain) return
    // `onMove` shows why a tour cannot be moved.
    if (event.kind === 'tour') onMove(event, { date: event.date, ...spanOf(event) })
    else setDraft({ event, date: event.date, ...spanOf(event), isByKey: true })
  }

  return {
    onKeyDown: press,
    // Once another element has the focus, the dropped event must not take it.
    onFocus: () => {
      dropped.current = null
    },
  }
}

/** Returns the preview after a key press; null if the key does nothing here. */
function draftAfterKey(
  { key, shiftKey }: KeyboardEvent,
  draft: MovePreview,
  days: readonly string[],
): MovePreview | 'dropped' | 'cancelled' | null {
  const byMinutes = key === 'ArrowUp' ? -15 : 15
  switch (key) {
    case 'Enter':
      return 'dropped'
    case 'Escape':
      return 'cancelled'
    case 'ArrowUp':
    case 'ArrowDown':
      return { ...draft, ...(shiftKey ? resizeSpan(draft, byMinutes) : moveSpan(draft, byMinutes)) }
    case 'ArrowLeft':
    case 'ArrowRight':
      return { ...draft, date: days[days.indexOf(draft.date) + (key === 'ArrowLeft' ? -1 : 1)] ?? draft.date }
    default:
      return null
  }
}

/** Minutes since midnight; eight o'clock without events. */
function firstStart(events: readonly RecordedVisit[]): number {
  return events.length === 0 ? 8 * 60 : Math.min(...events.map(({ start_time }) => minutesOfDay(start_time)))
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

const hours = Array.from({ length: 24 }, (_, hour) => {
  if (hour === 12) return 'Noon'
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
})

/** Returns the hours that a printed grid shows: 7 AM to 8 PM, or more if events start earlier or end later. */
function hoursOnPaper(events: readonly RecordedVisit[]): { first: number; count: number } {
  const hoursOf = (times: string[]) => times.map((time) => minutesOfDay(time) / 60)
  const first = Math.min(7, ...hoursOf(events.map(({ start_time }) => start_time)).map(Math.floor))
  const end = Math.max(20, ...hoursOf(events.map(({ end_time }) => end_time)).map(Math.ceil))
  return { first, count: end - first }
}
