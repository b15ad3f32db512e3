import { ScheduleXCalendar } from '@schedule-x/react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { DayButtons } from './day-buttons.ts'
import type { DayChip, MonthDays } from './month-event.ts'
import './schedule-x-theme.css'
import { createCalendar, type CalendarApp, type CalendarConfig, createViewMonthGrid } from '@schedule-x/calendar'
import { createEventsServicePlugin } from '@schedule-x/events-service'
import { options } from 'preact'

type ScheduleXMonthProps = {
  days: MonthDays
  chips: readonly DayChip[]
  onChoose: (date: string) => void
  /** A key led to another day. */
  onMove: (date: string) => void
}

/** A month of Schedule-X, with days that the keyboard and a screen reader can use. */
export function ScheduleXMonth({ days, chips, onChoose, onMove }: ScheduleXMonthProps) {
  const frame = useRef<HTMLDivElement>(null)
  const buttons = useRef<DayButtons>(null)
  const { month } = days
  // Schedule-X keeps the callbacks it was made with.
  const [presses] = useState(() => new EventTarget())
  const [calendar] = useState(() =>
    createMonthCalendar(month, chips, (date) => presses.dispatchEvent(new CustomEvent('day', { detail: date }))),
  )

  useLayoutEffect(() => {
    const choose = (event: Event) => onChoose((event as CustomEvent<string>).detail)
    presses.addEventListener('day', choose)
    return () => presses.removeEventListener('day', choose)
  }, [presses, onChoose])

  const move = useEffectEvent(onMove)
  useLayoutEffect(() => {
    if (frame.current === null) return undefined
    const made = new DayButtons(frame.current, (date) => move(date))
    buttons.current = made
    return () => made.close()
  }, [])

  useLayoutEffect(() => calendar.show(month, chips), [calendar, month, chips])
  useLayoutEffect(() => buttons.current?.show(days), [days])

  return (
    <div ref={frame} className="fanlight-month">
      <ScheduleXCalendar calendarApp={calendar.app} />
    </div>
  )
}

/** Schedule-X with its grid of a month, which places the chips in their days. */
type MonthCalendar = { app: CalendarApp; show: (month: string, chips: readonly DayChip[]) => void }

type App = Parameters<NonNullable<NonNullable<CalendarConfig['callbacks']>['beforeRender']>>[0]

/** One for all months: making another for each would take as long as drawing it. */
function createMonthCalendar(
  month: string,
  chips: readonly DayChip[],
  onChoose: (date: string) => void,
): MonthCalendar {
  let inner: App | undefined
  let shown = { month, chips }
  const events = createEventsServicePlugin()
  const app = createCalendar(
    {
      views: [createViewMonthGrid()],
      selectedDate: Temporal.PlainDate.from(`${month}-01`),
      events: chips.map(chipToEvent),
      calendars,
      locale: 'en-US',
      // Sunday; ISO counts from Monday.
      firstDayOfWeek: 7,
      isResponsive: false,
      skipAnimations: true,
      skipValidation: true,
      // Chips come in their order, three a day.
      monthGridOptions: { nEventsPerDay: 3, sortEvents: (one, other) => Number(one['place']) - Number(other['place']) },
      callbacks: {
        beforeRender: (app) => {
          inner = app
        },
        onClickDate: (date) => onChoose(date.toString()),
        onEventClick: ({ start }) => onChoose(start.toString()),
      },
    },
    [events],
  )
  // The dates are ours (`DayButtons`), the bar and the names of the weekdays stand outside: their places stay empty.
  for (const part of ['headerContent', 'monthGridDayName', 'monthGridDate'] as const) {
    app._setCustomComponentFn(part, () => {})
  }

  return {
    app,
    show(month, chips) {
      drawnAtOnce(() => {
        if (!areSame(chips, shown.chips)) events.set(chips.map(chipToEvent))
        if (month !== shown.month && inner !== undefined) {
          inner.datePickerState.selectedDate.value = Temporal.PlainDate.from(`${month}-01`)
        }
      })
      shown = { month, chips }
    },
  }
}

/**
 * Schedule-X looks at a changed month after the next frame, and meanwhile draws every day of the old one anew. Told so
 * through Preact, it looks at once, and the new month stands in the next frame. Then it draws every day a second time to
 * give it classes that no style of ours asks for; that can wait, and falls away when the agent goes on to another month.
 */
function drawnAtOnce(change: () => void): void {
  const looks: (() => void)[] = []
  options.requestAnimationFrame = (look) => looks.push(look)
  try {
    change()
    options.requestAnimationFrame = (addClasses) => {
      clearTimeout(classesTimer)
      classesTimer = setTimeout(addClasses, quietMs)
    }
    for (const look of looks) look()
  } finally {
    // Behind the drawing, which those have put in the same line.
    queueMicrotask(() => delete options.requestAnimationFrame)
  }
}

let classesTimer: ReturnType<typeof setTimeout> | undefined
const quietMs = 400

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

/** Tokens know light and dark themselves. */
const calendars = {
  agent: { colorName: 'agent', lightColors: colors('agent') },
  showing: { colorName: 'showing', lightColors: colors('showing') },
  open_house: { colorName: 'open_house', lightColors: colors('open-house') },
  more: {
    colorName: 'more',
    lightColors: { main: 'transparent', container: 'transparent', onContainer: 'var(--color-text-muted)' },
  },
}
