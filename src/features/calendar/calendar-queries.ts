import { useEffect, useMemo, useState } from 'react'
import { addMonths, gridDays } from '#core/domain/time/calendar-days.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { type FollowUpDue, followUpsDue } from '#storage/schedule/follow-ups-due.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { type RecordedVisit, visitsBetween, asItGoes } from '#storage/schedule/visits-of-day.ts'

/** What the agent has planned on some days in a row, in the order of their hours. */
export type DaysEvents = { days: readonly string[]; events: RecordedVisit[] }

/**
 * Read from this device alone, so no range is ever fetched twice; other days show the ones before until they are read.
 * `undefined` until the first ones are.
 */
export function useEventsOfDays(days: readonly string[]): DaysEvents | undefined {
  const { database } = useDevice()
  const { today, minutesNow } = useMinute()
  const [first = '', last = first] = [days[0], days.at(-1)]
  const read = useLiveQuery(async () => {
    return { days, events: await visitsBetween(database, first, last) }
  }, [database, first, last])
  return useMemo(() => {
    return read && { ...read, events: inOrder(read.events.map((event) => asItGoes(event, { today, minutesNow }))) }
  }, [read, today, minutesNow])
}

/** What the agent has planned in the weeks that a month's grid shows. */
type MonthEvents = { month: string; events: RecordedVisit[]; followUps: FollowUpDue[] }

/**
 * Another month shows the one before until it is read; `undefined` until the first one is. The months on both sides are
 * read ahead, so that an arrow shows the next one at once.
 */
export function useEventsOfMonth(month: string): MonthEvents | undefined {
  const { database } = useDevice()
  const [middle, setMiddle] = useState(month)
  const read = useLiveQuery(async () => {
    const { first } = gridDays(addMonths(middle, -1))
    const { last } = gridDays(addMonths(middle, 1))
    const [visits, followUps] = await Promise.all([
      visitsBetween(database, first, last),
      followUpsDue(database, first, last),
    ])
    return { middle, first, last, events: inOrder(visits), followUps }
  }, [database, middle])
  const { first, last } = gridDays(month)
  const isRead = read !== undefined && read.first <= first && last <= read.last

  if (!isRead && middle !== month) setMiddle(month)
  useEffect(() => {
    // Not before the month itself is painted, and not for every month that an agent leafs through.
    const timer = setTimeout(() => setMiddle(month), readAheadMs)
    return () => clearTimeout(timer)
  }, [month])

  return useMemo(() => {
    if (read === undefined) return undefined
    const shown = isRead ? month : read.middle
    const { first, last } = gridDays(shown)
    const isShown = (date: string) => date >= first && date <= last
    const followUps = read.followUps.filter(({ followUp }) => isShown(followUp.due_date))
    return { month: shown, events: read.events.filter(({ date }) => isShown(date)), followUps }
  }, [read, isRead, month])
}

const readAheadMs = 300

function inOrder(visits: readonly RecordedVisit[]): RecordedVisit[] {
  return visits
    .map((visit) => ({ visit, start: minutesOfDay(visit.start_time) }))
    .toSorted((one, other) => one.start - other.start)
    .map(({ visit }) => visit)
}
