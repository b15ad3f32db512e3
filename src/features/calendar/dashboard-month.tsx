import { useMemo } from 'react'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { eventColor } from '#ui/calendar/event-slab.ts'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { useEventsOfMonth } from './calendar-queries.ts'
import { followUpToMonthEvent } from './follow-ups-on-days.tsx'

type DashboardMonthProps = {
  month: string
  chosen: string
  today: string
  onMonthChange: (month: string) => void
  onChoose: (date: string) => void
}

/** The month around the agent's day, to pick another one from. */
export function DashboardMonth({ month, ...grid }: DashboardMonthProps) {
  const read = useEventsOfMonth(month)
  const events = useMemo(
    () => [...(read?.followUps ?? []).map(followUpToMonthEvent), ...(read?.events ?? []).map(visitToMonthEvent)],
    [read],
  )
  // A month is drawn once, with its events; drawing it empty first would take as long again.
  return <MonthGrid {...grid} month={read?.month ?? month} events={events} />
}

function visitToMonthEvent(visit: RecordedVisit): MonthEvent {
  const { key, date, title, kind } = visit
  const isAtHome = kind === 'showing' || kind === 'open_house'
  const name = isAtHome ? (visit.property.address ?? title) : title
  // An hour by itself is short enough for a cell.
  const time = timeInWords(visit.start_time).replace(':00', '')
  return { key, date, title: `${time} ${name}`, kind: eventColor(kind) }
}
