import type { DayEntry } from '#core/domain/schedule/day-entries.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { type RecordedVisit, visitsOfDay } from './visits-of-day.ts'

export type Day = { date: string; visits: RecordedVisit[] }

/** What is planned on a day, from this device alone; `undefined` until the first one is read. */
export function useDay(date: string): Day | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => ({ date, visits: await visitsOfDay(database, date) }), [database, date])
}

/** The visit that an entry of the day tells of, or one part of. */
export function visitOfEntry(visits: readonly RecordedVisit[], { record: told }: DayEntry): RecordedVisit | undefined {
  return visits.find(({ kind, record }) => kind === told?.entity && record.key === told.key)
}
