import { type CalendarConfig, createViewMonthGrid } from '@schedule-x/calendar'
import { createEventsServicePlugin } from '@schedule-x/events-service'
import { ScheduleXCalendar, useCalendarApp } from '@schedule-x/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DayChip } from './month-event.ts'
import { MonthDate } from './month-date.tsx'
import './schedule-x-theme.css'

type ScheduleXMonthProps = {
  month: string
  chips: readonly DayChip[]
  onChoose: (date: string) => void
}

/** One month of Schedule-X, which places the chips in their days. Another month is another one of it. */
export function ScheduleXMonth({ month, chips, onChoose }: ScheduleXMonthProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [events] = useState(createEventsServicePlugin)
  // Schedule-X keeps the callbacks it was made with.
  const [presses] = useState(() => new EventTarget())
  const calendar = useCalendarApp(
    configOf(month, chips, (date) => presses.dispatchEvent(new CustomEvent('day', { detail: date }))),
    [events],
  )
  const isShown = useRef(false)

  useEffect(() => {
    // The first chips came with the configuration.
    if (calendar !== null && isShown.current) events.set(chips.map(chipToEvent))
    isShown.current = calendar !== null
  }, [calendar, chips, events])

  useEffect(() => {
    const choose = (event: Event) => onChoose((event as CustomEvent<string>).detail)
    presses.addEventListener('day', choose)
    return () => presses.removeEventListener('day', choose)
  }, [presses, onChoose])

  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const observer = new MutationObserver(() => quietCells(current))
    observer.observe(current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={frame} className="fanlight-month">
      <ScheduleXCalendar calendarApp={calendar} customComponents={customComponents} />
    </div>
  )
}

// One object for ever: a new one would draw everything anew.
const customComponents = { monthGridDate: MonthDate }

function configOf(month: string, chips: readonly DayChip[], onChoose: (date: string) => void): CalendarConfig {
  return {
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
      onClickDate: (date) => onChoose(date.toString()),
      onEventClick: ({ start }) => onChoose(start.toString()),
    },
  }
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

/**
 * Schedule-X makes every event a stop of the Tab key and names what may not have a name. Here the day's own button says
 * its date and how many events it has, and pressing anything in the cell chooses the day, so the rest is plain text.
 */
function quietCells(frame: HTMLElement): void {
  for (const cell of frame.querySelectorAll('.sx__month-grid-day[aria-label]')) cell.removeAttribute('aria-label')
  for (const event of frame.querySelectorAll('.sx__month-grid-event[role]')) {
    event.removeAttribute('role')
    event.removeAttribute('tabindex')
  }
}
