import { engagementsBeside, type PlanningDay, isLed, planningDay } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { type RecordedVisit, visitsOfDay } from './visits-of-day.ts'

/** What keeps the agent busy on a day, for the planner: appointments, showings, open houses and tours but the one planned. */
export async function dayForPlanning(
  database: DeviceDatabase,
  date: string,
  exceptTour: LocalKey | null = null,
): Promise<PlanningDay> {
  const { single, otherTours } = await dayBeside(database, date, exceptTour)
  return planningDay(single, otherTours)
}

/** The same day as it is shown beside a tour that was planned around it: what keeps the agent busy, other tours included. */
export async function visitsBesideTour(
  database: DeviceDatabase,
  date: string,
  tour: LocalKey,
): Promise<RecordedVisit[]> {
  const { single, otherTours } = await dayBeside(database, date, tour)
  return [...engagementsBeside(single, otherTours), ...otherTours]
}

/** Tours are listed apart from the rest: one of them may be the one that is planned, and some keep the agent no more. */
async function dayBeside(database: DeviceDatabase, date: string, tour: LocalKey | null) {
  const visits = await visitsOfDay(database, date)
  return {
    single: visits.filter(({ kind }) => kind !== 'tour'),
    otherTours: visits.filter((visit) => visit.kind === 'tour' && visit.record.key !== tour && isLed(visit.record)),
  }
}
