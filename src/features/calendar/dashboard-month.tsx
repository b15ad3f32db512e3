import { useMemo } from 'react'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { useEventsOfMonth } from './calendar-queries.ts'

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
  const events = useMemo(() => (read?.events ?? []).map(visitToMonthEvent), [read])
  // A month is drawn once, with its events; drawing it empty first would take as long again.
  return <MonthGrid {...grid} month={read?.month ?? month} events={events} />
}

function visitToMonthEvent(visit: RecordedVisit): MonthEvent {
  const { key, date, title } = visit
  if (visit.kind === 'appointment' || visit.kind === 'tour') return { key, date, title, kind: 'agent' }
  return { key, date, title: visit.property.address ?? title, kind: visit.kind }
}
