import { useMemo } from 'react'
import * as v from 'valibot'
import { areHoursOver, plannedStart } from '#core/domain/tours/tour-hours.ts'
import type { PlanningDay, TouredListing, TourWish } from '#core/planner/tour-planning.ts'
import { dayForPlanning } from '#storage/schedule/day-for-planning.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { withClosedHours, type ListingEvent } from '#features/tours/tour-listing-events.ts'
import { planProblem } from '../planning/plan-problem.ts'
import { preferencesOfForm, withPutLast } from '../planning/tour-form-values.ts'
import { lengthsOf } from '#features/tours/timeline/visit-lengths.ts'
import { newTourLabels, newTourPlanSchema, type NewTourValues } from './new-tour-values.ts'

type AskedTour = {
  /** Null while the day is read, no home is chosen, or something that a plan depends on is wrong. */
  wish: TourWish | null
  /** What is wrong. */
  problem: string | null
  /** When the tour can begin at the earliest, where the time that the agent prefers has passed. */
  laterStart: string | null
  /** Nothing can be planned any more into its hours. */
  isOver: boolean
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
  const now = useMinute()
  const { parsed, issues } = useMemo(() => {
    const { success, output, issues: wrong } = v.safeParse(newTourPlanSchema, values)
    return success ? { parsed: output, issues: null } : { parsed: null, issues: wrong }
  }, [values])
  const start_time = parsed && plannedStart(parsed, now)
  const wish = useMemo(() => {
    if (chosen.length === 0 || parsed === null || start_time === null || day?.date !== parsed.tour_date) return null
    return tourWish(parsed, start_time, withClosedHours(chosen, listingEvents), day)
  }, [parsed, start_time, chosen, listingEvents, day])
  return {
    wish,
    problem: chosen.length === 0 || issues === null ? null : planProblem(issues, newTourLabels),
    laterStart: start_time === parsed?.start_time ? null : start_time,
    isOver: parsed !== null && areHoursOver(parsed, now),
  }
}

/** What a form that holds nothing wrong asks of the planner; `homes` have their places and their closed hours. */
export function tourWish(
  parsed: v.InferOutput<typeof newTourPlanSchema>,
  start_time: string,
  homes: readonly TouredListing[],
  { busy, fixed }: PlanningDay,
): TourWish {
  return {
    start_time,
    end_time: parsed.end_time,
    preferences: preferencesOfForm(parsed),
    listings: withPutLast(homes, parsed.put_last),
    day: { busy, fixed },
    planning: parsed.is_intelligent ? 'best' : 'given',
    visit_lengths: lengthsOf(
      parsed.visit_lengths,
      homes.map(({ id }) => id),
    ),
  }
}
