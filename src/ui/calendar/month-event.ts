import type { EventColor } from './event-slab.tsx'

/** Something on a day of a month. */
export type MonthEvent = {
  key: string
  date: string
  title: string
  kind: EventColor
}

/** What a day's cell has room to say. */
export type DayChip = { key: string; date: string; title: string; kind: MonthEvent['kind'] | 'more' }

const chipsPerDay = 3

/** At most three chips for each day, in the order given; the last one counts those without a chip of their own. */
export function chipsOf(events: readonly MonthEvent[]): DayChip[] {
  return [...eventsByDate(events).values()].flatMap((ofDay): DayChip[] => {
    if (ofDay.length <= chipsPerDay) return ofDay
    const [{ key, date } = { key: '', date: '' }] = ofDay
    const more = ofDay.length - (chipsPerDay - 1)
    const rest: DayChip = { key: `${key} more`, date, title: `+${more} more`, kind: 'more' }
    return (ofDay as DayChip[]).slice(0, chipsPerDay - 1).concat(rest)
  })
}

/** How many events each day has. */
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

/** What the days of a month's grid know of it. */
export type MonthDays = {
  month: string
  chosen: string | null
  today: string
  /** How many events a day has. */
  counts: ReadonlyMap<string, number>
  /** The one day that the Tab key reaches; the arrows lead to the others. */
  reachable: string
}
