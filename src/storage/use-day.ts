import { useDevice } from './device-context.tsx'
import { useLiveQuery } from './use-live-query.ts'
import { type RecordedVisit, visitsOfDay } from './visits-of-day.ts'

export type Day = { date: string; visits: RecordedVisit[] }

/** What is planned on a day, from this device alone; `undefined` until the first one is read. */
export function useDay(date: string): Day | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => ({ date, visits: await visitsOfDay(database, date) }), [database, date])
}
