import type { EventColor } from './event-slab.tsx'

export type MonthEvent = {
  key: string
  date: string
  title: string
  kind: EventColor
}

/** A small label in the cell of a day. The chip with `kind: 'more'` counts the day's events that have no chip. */
export type DayChip = { key: string; date: string; title: string; kind: MonthEvent['kind'] | 'more' }

const chipsPerDay = 3

/** Returns at most three chips a day, in the order of the events. If a day has more events, its last chip is "+2 more". */
export function chipsOf(events: readonly MonthEvent[]): DayChip[] {
  return [...eventsByDate(events).values()].flatMap((ofDay): DayChip[] => {
    if (ofDay.length <= chipsPerDay) return ofDay
    const [{ key, date } = { key: '', date: '' }] = ofDay
    const more = ofDay.length - (chipsPerDay - 1)
    const rest: DayChip = { key: `${key} more`, date, title: `+${more} more`, kind: 'more' }
    return (ofDay as DayChip[]).slice(0, chipsPerDay - 1).concat(rest)
  })
}

export function countsOf(events: readonly MonthEvent[]): ReadonlyMap<string, number> {
  return new Map([...eventsByDate(events)].map(([date, ofDay]) => [date, ofDay.length]))
}

function eventsByDate(events: readonly MonthEvent[]): Map<string, MonthEvent[]> {
  const byDate = new Map<string, MonthEvent[]>()
  for (const event of events) {
    const ofDay = byDate.get(event.date)
    if (ofDay === undefined) byDate.set(event.date, [event])
    else ofDay.push(event)
  }
  return byDate
}

/** What the grid of a month shows: `month` is `YYYY-MM`, dates are `YYYY-MM-DD`, `chosen` is the selected day, `counts` are events by date. */
export type MonthDays = {
  month: string
  chosen: string | null
  today: string
  counts: ReadonlyMap<string, number>
  /** The one day in the tab order; arrow keys move to the others. */
  reachable: string
}
