import { ScheduleXCalendar } from '@schedule-x/react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { DayChip, MonthDays } from './month-event.ts'
import './schedule-x-theme.css'
import { createCalendar, type CalendarApp, type CalendarConfig, createViewMonthGrid } from '@schedule-x/calendar'
import { createEventsServicePlugin } from '@schedule-x/events-service'
import { options } from 'preact'
import { monthOf, addMonths, sameDayOf, weekdayOf } from '#core/domain/time/calendar-days.ts'
import styles from './calendar.module.css'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { formatLongDate } from '#core/format/dates.ts'
import { formatCount } from '#core/format/numbers.ts'

/**
 * Adds a button with the day's number to each cell. Clicks bubble to the cell, where Schedule-X handles them. Uses plain DOM
 * calls: forty React components inside the cells would take as long to render as the rest of the month.
 */
class DayButtons {
  readonly #frame: HTMLElement
  readonly #observer: MutationObserver
  readonly #onMove: (date: string) => void
  #days: MonthDays | null = null
  /** The day to which a key moved the focus, until its button exists. */
  #dayToFocus: string | null = null

  constructor(frame: HTMLElement, onMove: (date: string) => void) {
    this.#frame = frame
    this.#onMove = onMove
    // Runs after Schedule-X has drawn a month and before the browser paints it.
    this.#observer = new MutationObserver(() => this.#fill())
    this.#observer.observe(frame, { childList: true, subtree: true })
    frame.addEventListener('keydown', this.#move)
  }

  show(days: MonthDays): void {
    this.#days = days
    this.#fill()
  }

  close(): void {
    this.#observer.disconnect()
    this.#frame.removeEventListener('keydown', this.#move)
  }

  #fill(): void {
    const days = this.#days
    const cells = [...this.#frame.querySelectorAll<HTMLElement>('.sx__month-grid-day')]
    // The eighth cell is always in the drawn month. If that is not `days.month`, Schedule-X has not drawn the new month yet.
    if (days === null || monthOf(cells[7]?.dataset['date'] ?? '') !== days.month) return
    for (const cell of cells) {
      describeDay(cell, days)
      makeEventsPlainText(cell)
    }
    this.#focus(cells)
    // Ignore the mutations made here.
    this.#observer.takeRecords()
  }

  #focus(cells: readonly HTMLElement[]): void {
    if (this.#dayToFocus === null || monthOf(this.#dayToFocus) !== this.#days?.month) return
    const cell = cells.find(({ dataset }) => dataset['date'] === this.#dayToFocus)
    this.#dayToFocus = null
    cell?.querySelector('button')?.focus()
  }

  #move = (event: KeyboardEvent): void => {
    const date = (event.target as Element).closest<HTMLElement>('.sx__month-grid-day')?.dataset['date']
    const next = date === undefined ? null : dayAfterKey(event.key, date)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.#dayToFocus = next
    this.#onMove(next)
  }
}

function describeDay(cell: HTMLElement, { month, chosen, today, counts, reachable }: MonthDays): void {
  const date = cell.dataset['date'] ?? ''
  const existing = cell.querySelector('button')
  const button = existing ?? buttonOf(date)
  set(button, 'tabindex', date === reachable ? '0' : '-1')
  set(button, 'aria-pressed', String(date === chosen))
  set(button, 'aria-current', date === today ? 'date' : null)
  set(button, 'aria-label', dayLabel(date, counts.get(date) ?? 0))
  set(button, 'data-out', monthOf(date) === month ? null : 'true')
  // An attribute, because a `:has()` in the style sheet would be matched again for every chip.
  set(cell, 'data-chosen', date === chosen ? 'true' : null)
  // Schedule-X leaves the header's last element empty for a custom date.
  if (existing === null) cell.querySelector('.sx__month-grid-day__header')?.lastElementChild?.append(button)
}

function buttonOf(date: string): HTMLButtonElement {
  const button = document.createElement('button')
  const number = document.createElement('span')
  button.type = 'button'
  button.className = styles['date'] ?? ''
  number.textContent = String(Number(date.slice(8)))
  button.append(number)
  return button
}

/** Skips equal values, because every write makes the browser match its styles again. */
function set(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function dayLabel(date: string, events: number): string {
  if (events === 0) return formatLongDate(date)
  return `${formatLongDate(date)}, ${formatCount(events, 'event')}`
}

/** Schedule-X makes each event a tab stop with a label. The day's button is enough, so the events become plain text. */
function makeEventsPlainText(cell: HTMLElement): void {
  cell.removeAttribute('aria-label')
  for (const event of cell.querySelectorAll('.sx__month-grid-event[role]')) {
    event.removeAttribute('role')
    event.removeAttribute('tabindex')
  }
}

/** Returns the day that a date picker's key leads to (arrows, Home, End, Page Up, Page Down); null for other keys. */
function dayAfterKey(key: string, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekdayOf(date))
    case 'End':
      return addDays(date, 6 - weekdayOf(date))
    case 'PageUp':
      return sameDayOf(addMonths(monthOf(date), -1), date)
    case 'PageDown':
      return sameDayOf(addMonths(monthOf(date), 1), date)
    default:
      return null
  }
}

type ScheduleXMonthProps = {
  days: MonthDays
  chips: readonly DayChip[]
  onChoose: (date: string) => void
  /** A key moved the focus to this day, perhaps of another month. */
  onMove: (date: string) => void
}

/** Schedule-X's month grid, with days that keyboards and screen readers can use. */
export function ScheduleXMonth({ days, chips, onChoose, onMove }: ScheduleXMonthProps) {
  const frame = useRef<HTMLDivElement>(null)
  const buttons = useRef<DayButtons>(null)
  const { month } = days
  // Schedule-X only ever calls the callbacks it was created with, so they dispatch events, which the current `onChoose` receives.
  const [dayPresses] = useState(() => new EventTarget())
  const [calendar] = useState(() =>
    createMonthCalendar(month, chips, (date) => dayPresses.dispatchEvent(new CustomEvent('day', { detail: date }))),
  )

  useLayoutEffect(() => {
    const choose = (event: Event) => onChoose((event as CustomEvent<string>).detail)
    dayPresses.addEventListener('day', choose)
    return () => dayPresses.removeEventListener('day', choose)
  }, [dayPresses, onChoose])

  const move = useEffectEvent(onMove)
  useLayoutEffect(() => {
    if (frame.current === null) return undefined
    const dayButtons = new DayButtons(frame.current, (date) => move(date))
    buttons.current = dayButtons
    return () => dayButtons.close()
  }, [])

  useLayoutEffect(() => calendar.show(month, chips), [calendar, month, chips])
  useLayoutEffect(() => buttons.current?.show(days), [days])

  return (
    <div ref={frame} className="fanlight-month">
      <ScheduleXCalendar calendarApp={calendar.app} />
    </div>
  )
}

type MonthCalendar = { app: CalendarApp; show: (month: string, chips: readonly DayChip[]) => void }

/** Schedule-X's state, which only its `beforeRender` callback receives; changing the month needs it. */
type CalendarState = Parameters<NonNullable<NonNullable<CalendarConfig['callbacks']>['beforeRender']>>[0]

/** Creates one calendar for all months, because creating it takes as long as drawing a month. */
function createMonthCalendar(
  month: string,
  chips: readonly DayChip[],
  onChoose: (date: string) => void,
): MonthCalendar {
  let state: CalendarState | undefined
  let shown = { month, chips }
  const events = createEventsServicePlugin()
  const app = createCalendar(
    {
      views: [createViewMonthGrid()],
      selectedDate: Temporal.PlainDate.from(`${month}-01`),
      events: chips.map(chipToEvent),
      calendars,
      locale: 'en-US',
      // Sunday, in ISO numbering.
      firstDayOfWeek: 7,
      isResponsive: false,
      skipAnimations: true,
      skipValidation: true,
      monthGridOptions: { nEventsPerDay: 3, sortEvents: (one, other) => Number(one['place']) - Number(other['place']) },
      callbacks: {
        beforeRender: (received) => {
          state = received
        },
        onClickDate: (date) => onChoose(date.toString()),
        onEventClick: ({ start }) => onChoose(start.toString()),
      },
    },
    [events],
  )
  // Schedule-X renders no dates, toolbar or weekday names: `DayButtons`, the calendar's toolbar and `MonthGrid` do.
  for (const part of ['headerContent', 'monthGridDayName', 'monthGridDate'] as const) {
    app._setCustomComponentFn(part, () => {})
  }

  return {
    app,
    show(month, chips) {
      drawInNextFrame(() => {
        if (!areSame(chips, shown.chips)) events.set(chips.map(chipToEvent))
        if (month !== shown.month && state !== undefined) {
          state.datePickerState.selectedDate.value = Temporal.PlainDate.from(`${month}-01`)
        }
      })
      shown = { month, chips }
    },
  }
}

/**
 * Makes Schedule-X draw a changed month in the next frame: runs its Preact effects immediately, because otherwise it first
 * draws the old month again. Its second drawing only sets classes that our styles do not use, so it is delayed, and the
 * next change cancels it.
 */
function drawInNextFrame(change: () => void): void {
  const effects: (() => void)[] = []
  options.requestAnimationFrame = (effect) => effects.push(effect)
  try {
    change()
    options.requestAnimationFrame = (addClasses) => {
      clearTimeout(classesTimer)
      classesTimer = setTimeout(addClasses, classDelayMs)
    }
    for (const effect of effects) effect()
  } finally {
    // Queued last, so that it runs after the rendering, which these effects have queued as microtasks.
    queueMicrotask(() => delete options.requestAnimationFrame)
  }
}

let classesTimer: ReturnType<typeof setTimeout> | undefined
const classDelayMs = 400

function areSame(some: readonly DayChip[], others: readonly DayChip[]): boolean {
  return some.length === others.length && some.every((chip, place) => isSame(chip, others[place]))
}

function isSame(one: DayChip, other: DayChip | undefined): boolean {
  return one.key === other?.key && one.date === other.date && one.title === other.title && one.kind === other.kind
}

function chipToEvent({ key, date, title, kind }: DayChip, place: number) {
  const day = Temporal.PlainDate.from(date)
  return {
    id: place,
    key,
    start: day,
    end: day,
    title,
    calendarId: kind,
    place,
    _options: { additionalClasses: [kind] },
  }
}

const colors = (name: string) => {
  const token = `--color-event-${name}`
  return { main: `var(${token})`, container: `var(${token}-ground)`, onContainer: `var(${token}-text)` }
}

/** The color tokens switch between light and dark themselves, so `lightColors` is enough for both themes. */
const calendars = {
  agent: { colorName: 'agent', lightColors: colors('agent') },
  showing: { colorName: 'showing', lightColors: colors('showing') },
  open_house: { colorName: 'open_house', lightColors: colors('open-house') },
  more: {
    colorName: 'more',
    lightColors: { main: 'transparent', container: 'transparent', onContainer: 'var(--color-text-muted)' },
  },
}
