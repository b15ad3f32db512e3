import { useMemo } from 'react'
import * as v from 'valibot'
import type { Moment } from '#core/domain/time/has-passed.ts'
import { areHoursOver, plannedStart } from '#core/domain/tours/tour-hours.ts'
import type { TouredListing, TourWish } from '#core/planner/tour-planning.ts'
import { dayForPlanning } from '#storage/schedule/day-for-planning.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { withItsField } from '#ui/form/with-its-field.ts'
import type { FormPlan } from '../planning/plan-summary.tsx'
import { betterOrderInWords } from '../planning/plan-words.ts'
import { tourFormLabels, type TourFormValues } from '../planning/tour-form-values.ts'
import { type TourPlans, useTourPlans } from '../planning/use-tour-plans.ts'
import { isSamePlan, planOfTour } from './edited-plan.ts'
import type { tourPlanSchema } from './tour-form-schema.ts'
import { tourWish } from './tour-wish.ts'

type PlannedForm = {
  /** The tour that is changed; null for a new one. */
  tour: TourRow | null
  schema: ReturnType<typeof tourPlanSchema>
  values: TourFormValues
  /** The homes that can be visited, with their places and closed hours. */
  homes: readonly TouredListing[]
  now: Moment
}

type TourFormPlan = FormPlan & {
  /** Null while the day is read, no home is chosen, something is wrong, or the tour keeps its plan. */
  wish: TourWish | null
  /** The latest that were made, also while something in the form is wrong; null while the tour keeps its plan. */
  plans: TourPlans | null
  /** Says that another order is shorter. */
  better: string | null
  /** When the tour can begin at the earliest, where the time that the agent prefers has passed. */
  laterStart: string | null
}

/** The plan of the tour in the form. A tour that is changed keeps its own until the form asks for another. */
export function useFormPlan({ tour, schema, values, homes, now }: PlannedForm): TourFormPlan {
  const { database } = useDevice()
  const { tour_date } = values
  const day = useLiveQuery(
    async () => ({ date: tour_date, ...(await dayForPlanning(database, tour_date, tour?.key)) }),
    [database, tour_date, tour?.key],
  )
  const { parsed, issue } = useMemo(() => {
    const { success, output, issues } = v.safeParse(schema, values)
    return success ? { parsed: output, issue: null } : { parsed: null, issue: issues[0] }
  }, [schema, values])
  const isKept = tour !== null && parsed !== null && isSamePlan(tour, parsed)
  const hasHomes = !isKept && homes.length > 0
  const wish = useMemo(() => {
    if (parsed === null || !hasHomes || day?.date !== parsed.tour_date) return null
    return tourWish(tour, parsed, homes, { day, now })
  }, [tour, parsed, hasHomes, day, homes, now])
  const problem = issue === null || (tour === null && homes.length === 0) ? null : problemInWords(issue)
  const hasPreviews = values.is_intelligent === true
  const { plans, ...progress } = useTourPlans(wish, { hasHomes, problem, earlierStops: tour?.stops, hasPreviews })
  const made = problem === null ? (plans?.proposed ?? null) : null
  const hasOwn = problem === null && (isKept || hasHomes)
  const own = useMemo(() => (tour === null || !hasOwn ? null : ownPlan(tour)), [tour, hasOwn])
  const start = parsed === null || parsed.selected_listings.length === 0 ? null : plannedStart(parsed, now)
  return {
    wish,
    plans,
    shown: made === null ? (own?.shown ?? null) : made.plan,
    sketch: made ?? own?.sketch ?? null,
    better: values.is_intelligent === false && made !== null ? betterOrderInWords(made.plan) : null,
    problem,
    laterStart: start === parsed?.start_time ? null : start,
    isOver:
      parsed !== null && (tour === null || (hasHomes && tour.status === 'scheduled')) && areHoursOver(parsed, now),
    ...progress,
  }
}

/** What keeps the tour from being planned, in the words of its field. */
function problemInWords({ path, message }: v.BaseIssue<unknown>): string {
  const labels: Record<string, string> = tourFormLabels
  return withItsField(labels[String(path?.[0]?.key)] ?? '', message)
}

/** The plan that the tour has. */
function ownPlan(tour: TourRow): Pick<FormPlan, 'shown' | 'sketch'> {
  const shown = planOfTour(tour)
  const { stops, lunch } = tour
  return { shown, sketch: { plan: { dropped: shown?.dropped ?? [] }, wire: { stops, lunch } } }
}
