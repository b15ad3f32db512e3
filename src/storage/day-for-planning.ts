import { type Engagement, engagementsBeside, isLed, planningDay } from '#core/planner/planning-day.ts'
import type { PlanningDay } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'
import { type RecordedVisit, visitsOfDay } from './visits-of-day.ts'

/** What keeps the agent busy on a day, for the planner: appointments, showings, open houses and tours but the one planned. */
export async function dayForPlanning(
  database: DeviceDatabase,
  date: string,
  exceptTour: LocalKey | null = null,
): Promise<PlanningDay> {
  const [visits, tours] = await Promise.all([
    visitsOfDay(database, date),
    database.tours.where('tour_date').equals(date).toArray(),
  ])
  return planningDay(
    visits
      .filter((visit) => isSingle(visit.kind))
      .map(({ key, start_time, end_time, place }): Engagement => ({ key, start_time, end_time, place })),
    tours.filter(({ key }) => key !== exceptTour),
  )
}

/** The same day as it is told beside a tour that was planned around it: what keeps the agent busy, other tours included. */
export async function visitsBesideTour(
  database: DeviceDatabase,
  date: string,
  tour: LocalKey,
): Promise<RecordedVisit[]> {
  const visits = await visitsOfDay(database, date)
  const tours = visits.flatMap((visit) =>
    visit.kind === 'tour' && visit.record.key !== tour && isLed(visit.record) ? [visit] : [],
  )
  const others = visits.filter(({ kind }) => isSingle(kind))
  return [
    ...engagementsBeside(
      others,
      tours.map(({ record }) => record),
    ),
    ...tours,
  ]
}

/** Tours are told apart from the rest, because one of them may be the one that is planned. */
function isSingle(kind: string): boolean {
  return kind !== 'tour'
}
