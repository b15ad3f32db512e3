import { liveQuery } from '#storage/reading/live-query.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { TourRow } from '#storage/database/rows.ts'

/** Calls back with tours that a server has just planned otherwise than this device had shown, once for each plan. */
export function onPlanDifferences(database: DeviceDatabase, listener: (tours: TourRow[]) => void): () => void {
  let told: Set<string> | null = null
  const nameOf = ({ key, stops_shown_here }: TourRow) => `${key} ${JSON.stringify(stops_shown_here)}`
  const subscription = liveQuery(() =>
    database.tours.filter(({ stops_shown_here }) => !!stops_shown_here).toArray(),
  ).subscribe({
    next: (tours) => {
      // What an earlier page has shown is on the tour itself.
      const news = told === null ? [] : tours.filter((tour) => told?.has(nameOf(tour)) !== true)
      told = new Set(tours.map(nameOf))
      if (news.length > 0) listener(news)
    },
    // The data went away under this page; the device's own trouble signal says so (fault A22).
    error: () => {},
  })
  return () => subscription.unsubscribe()
}
