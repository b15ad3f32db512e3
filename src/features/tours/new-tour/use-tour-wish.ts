import { useMemo } from 'react'
import * as v from 'valibot'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TourWish } from '#core/planner/tour-planning.ts'
import { dayForPlanning } from '#storage/day-for-planning.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourableListing } from '#storage/tourable-listings.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { withClosedHours, type ListingEvent } from '../listing-events.ts'
import { planProblem } from '../planning/plan-problem.ts'
import { preferencesOfForm } from '../planning/tour-form-values.ts'
import { lengthsOf } from '../planning/visit-lengths.ts'
import { newTourLabels, newTourPlanSchema, type NewTourValues } from './new-tour-values.ts'

type AskedTour = {
  /** Null while the day is read, no home is chosen, or something that a plan depends on is wrong. */
  wish: TourWish | null
  /** What is wrong. */
  problem: string | null
}

/** What the form asks of the planner. The same text of `wish` stands for the same plan. */
export function useTourWish(
  values: NewTourValues,
  chosen: readonly TourableListing[],
  listingEvents: readonly ListingEvent[],
): AskedTour {
  const { database } = useDevice()
  const day = useLiveQuery(
    async () => ({ date: values.tour_date, ...(await dayForPlanning(database, values.tour_date)) }),
    [database, values.tour_date],
  )
  return useMemo(() => {
    if (chosen.length === 0) return { wish: null, problem: null }
    const { output, issues } = v.safeParse(newTourPlanSchema, values)
    if (issues !== undefined) return { wish: null, problem: planProblem(issues, newTourLabels) }
    if (day?.date !== values.tour_date) return { wish: null, problem: null }
    const wish = {
      start_time: output.start_time,
      end_time: output.end_time,
      preferences: preferencesOfForm(output),
      listings: withClosedHours(chosen, listingEvents),
      day: { busy: day.busy, fixed: day.fixed },
      planning: output.is_intelligent ? 'best' : 'given',
      visit_lengths: lengthsOf(
        output.visit_lengths,
        chosen.map(({ id }) => id),
      ),
    } as const
    return { wish, problem: null }
  }, [values, chosen, listingEvents, day])
}

/** The chosen ones among all, in the agent's order; what this device does not know (any more) is left out. */
export function chosenListings(
  all: readonly TourableListing[] | undefined,
  order: readonly ListingId[],
): TourableListing[] {
  const byId = new Map(
    (all ?? []).flatMap((listing) => [[listing.id, listing] as const, [listing.key, listing] as const]),
  )
  return order.flatMap((id) => byId.get(id) ?? [])
}
