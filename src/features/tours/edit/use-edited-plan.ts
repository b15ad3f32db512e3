import { useMemo } from 'react'
import * as v from 'valibot'
import type { Moment } from '#core/domain/time/has-passed.ts'
import { areHoursOver } from '#core/domain/tours/tour-hours.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'
import { dayForPlanning } from '#storage/schedule/day-for-planning.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { type TourPlans, useTourPlans } from '../planning/use-tour-plans.ts'
import type { FormPlan } from '../planning/plan-summary.tsx'
import { planProblem } from '../planning/plan-problem.ts'
import { tourFormLabels, type TourFormValues } from '../planning/tour-form-values.ts'
import { editedWish, isSamePlan, planOfTour } from './edited-plan.ts'
import { editedPlanSchema } from './edit-tour-values.ts'

type EditedPlan = FormPlan & {
  /** Null while the tour keeps its plan, which is the one that is shown. */
  plans: TourPlans | null
}

/** The plan of a tour whose form is typed in. */
export function useEditedPlan(
  tour: TourRow,
  opened: TourFormValues,
  values: TourFormValues,
  listings: readonly TouredListing[],
  now: Moment,
): EditedPlan {
  const { database } = useDevice()
  const day = useLiveQuery(
    async () => ({ date: values.tour_date, ...(await dayForPlanning(database, values.tour_date, tour.key)) }),
    [database, values.tour_date, tour.key],
  )
  const schema = useMemo(() => editedPlanSchema(opened), [opened])
  const { parsed, problem } = useMemo(() => {
    const { output, issues } = v.safeParse(schema, values)
    if (issues !== undefined) return { parsed: null, problem: planProblem(issues, tourFormLabels) }
    return { parsed: output, problem: null }
  }, [schema, values])
  const isKept = parsed !== null && isSamePlan(tour, parsed)
  const wish = useMemo(() => {
    if (parsed === null || isKept || day?.date !== parsed.tour_date || listings.length === 0) return null
    return editedWish(tour, parsed, listings, { day, now })
  }, [tour, parsed, isKept, day, listings, now])
  const { plans, isPlanning, hasFailed } = useTourPlans(wish, {
    hasHomes: !isKept && listings.length > 0,
    problem,
    earlierStops: tour.stops,
    hasPreviews: false,
  })
  const kept = useMemo(() => planOfTour(tour), [tour])
  if (problem !== null || (!isKept && listings.length === 0)) {
    return { shown: null, sketch: null, plans: null, problem, isOver: false, isPlanning: false, hasFailed }
  }
  const isOver = parsed !== null && !isKept && tour.status === 'scheduled' && areHoursOver(parsed, now)
  // Until another plan is there the one that the tour has stays.
  if (isKept || plans === null) {
    const sketch = { plan: { dropped: kept?.dropped ?? [] }, wire: { stops: tour.stops, lunch: tour.lunch } }
    return { shown: kept, sketch, plans: null, problem, isOver, isPlanning, hasFailed }
  }
  const { proposed } = plans
  return { shown: proposed.plan, sketch: proposed, plans, problem, isOver, isPlanning, hasFailed }
}
