import { type DayPart, planDay } from '#core/domain/day-plan.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { visitsOfDay } from '#storage/visits-of-day.ts'
import { type TodayVisit, visitToToday } from './today-visit.ts'

export type Day = { date: string; parts: DayPart<TodayVisit>[] }

/** The plan of a day, from this device alone; `undefined` until the first one is read. */
export function useDay(date: string): Day | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const visits = await visitsOfDay(database, date)
    return { date, parts: planDay(visits.flatMap(visitToToday)) }
  }, [database, date])
}
