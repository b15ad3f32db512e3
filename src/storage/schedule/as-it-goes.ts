import type { Moment } from '#core/domain/time/wall-clock.ts'
import { spanUnderway } from '#core/domain/tours/tour-run.ts'
import type { RecordedVisit } from './visits-of-day.ts'

/** A tour that began at another time than it was planned for keeps the agent at other times, too. */
export function asItGoes(visit: RecordedVisit, now: Moment): RecordedVisit {
  return visit.kind === 'tour' ? { ...visit, ...spanUnderway(visit.record, now) } : visit
}
