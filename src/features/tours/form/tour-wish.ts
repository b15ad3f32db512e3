import type { TourPlanning } from '#core/contract/tour.ts'
import type { Moment } from '#core/domain/time/has-passed.ts'
import { plannedStart } from '#core/domain/tours/tour-hours.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { PlanningDay, TouredListing, TourWish } from '#core/planner/tour-planning.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { lengthsOf, type VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import { preferencesOfForm, withPutLast } from '../planning/tour-form-values.ts'
import type { TourPlanInput } from './tour-form-schema.ts'

type Choice = { planning: TourPlanning; selected_listings: ListingId[] }

type ChosenOrder = Pick<TourPlanInput, 'selected_listings' | 'is_intelligent' | 'is_reordered'>

/**
 * The homes of the form, and who sets their order. In a tour that is changed, moving a home does, and a manual order is
 * kept (reading R30). `tour` is null for a new one.
 */
export function choiceOf(tour: TourRow | null, { selected_listings: order, ...parsed }: ChosenOrder): Choice {
  if (tour === null) return { planning: parsed.is_intelligent === true ? 'best' : 'given', selected_listings: order }
  const { selected_listings: chosen, planning = 'best' } = tour
  if (parsed.is_reordered) return { planning: 'given', selected_listings: order }
  const added = order.filter((id) => !chosen.includes(id))
  return { planning, selected_listings: [...chosen.filter((id) => order.includes(id)), ...added] }
}

/** How long single homes of the form are visited, where the agent has said so. */
export function lengthsFrom({ visit_lengths, selected_listings }: TourPlanInput): VisitLengths {
  return lengthsOf(visit_lengths, selected_listings)
}

/**
 * What a form without errors asks of the planner; `homes` are those that can be visited, with their places and closed
 * hours. Today's tour is planned from `now` on, unless it has begun.
 */
export function tourWish(
  tour: TourRow | null,
  parsed: TourPlanInput,
  homes: readonly TouredListing[],
  { day, now }: { day: PlanningDay; now: Moment },
): TourWish {
  const { planning, selected_listings } = choiceOf(tour, parsed)
  const known = new Map(homes.map((home) => [home.id, home]))
  return {
    start_time: tour === null || tour.status === 'scheduled' ? plannedStart(parsed, now) : parsed.start_time,
    end_time: parsed.end_time,
    preferences: preferencesOfForm(parsed),
    listings: withPutLast(
      selected_listings.flatMap((id) => known.get(id) ?? []),
      parsed.put_last,
    ),
    day: { busy: day.busy, fixed: day.fixed },
    planning,
    visit_lengths: lengthsFrom(parsed),
  }
}
