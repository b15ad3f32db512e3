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
  const visits = useEventsOfMonth(month)
  const events = useMemo(() => visits.map(visitToMonthEvent), [visits])
  return <MonthGrid {...grid} month={month} events={events} />
}

function visitToMonthEvent({ key, date, title, kind, ...visit }: RecordedVisit): MonthEvent {
  const isAtListing = kind === 'showing' || kind === 'open_house'
  const address = 'property' in visit ? visit.property.address : undefined
  return { key, date, title: address ?? title, kind: isAtListing ? kind : 'agent' }
}
