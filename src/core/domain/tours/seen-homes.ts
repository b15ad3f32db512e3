import type { TourStep } from '#core/contract/tour-step.ts'
import type { TimedStop } from './timed-stop.ts'
import { runOf, type RunStop } from './tour-run.ts'

type Toured<Stop> = { status: string; stops: readonly Stop[]; steps?: readonly TourStep[] | undefined }

/** The homes of a tour that were visited, or of which the buyer said something. */
export function seenHomes<Stop extends TimedStop>(tour: Toured<Stop>): RunStop<Stop>[] {
  return runOf(tour).filter((stop) => wasVisited(tour, stop) || stop.rating !== null || stop.note !== '')
}

/** The last home counts too where the tour ended before leaving it was noted. */
export function wasVisited({ status }: { status: string }, { state }: Pick<RunStop<object>, 'state'>): boolean {
  return state === 'left' || (state === 'here' && status !== 'in_progress')
}

/** What the buyer liked best stands first; homes without a rating follow in the order of the tour. */
export function bestFirst<Stop extends TimedStop>(homes: readonly RunStop<Stop>[]): RunStop<Stop>[] {
  return homes.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || one.stop.order - other.stop.order)
}
