import type { ReactNode } from 'react'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { PlanOutcome, Reasons } from './plan-outcome.tsx'
import { PlanSketch, type PlanToSketch } from './plan-sketch.tsx'
import { gapInWords, type ShownPlan } from './plan-words.ts'
import page from './tour-form-page.module.css'

/** What saving the form would make of the tour. */
export type FormPlan = {
  shown: ShownPlan | null
  sketch: PlanToSketch | null
  /** What is wrong in the form, so that it has no plan. */
  problem: string | null
  /** The tour would be planned into times that have passed. */
  isOver: boolean
  isPlanning: boolean
  hasFailed: boolean
}

type PlanSummaryProps = {
  plan: FormPlan
  /** The chosen homes, with the places that the planner works with. */
  listings: readonly TourableListing[]
  /** The same homes with those that are not listed any more. */
  named: readonly TourableListing[]
  values: { tour_date: string; start_time: string; end_time: string }
  onDate: (date: string) => void
  onPutLast: (id: ListingId, label: string) => void
  /** The tour itself, where it is being changed. */
  tour?: string | undefined
  /** Says that another order is shorter. */
  better?: string | null
  /** What is still to be chosen before the form can be saved. */
  missing?: string | null
  /** The form's buttons. */
  children: ReactNode
}

/** What the planner makes of a tour's form, beside the buttons that keep it. */
export function PlanSummary(props: PlanSummaryProps) {
  const { plan, listings, named, values, onDate, onPutLast, tour, better = null, missing = null, children } = props
  const { shown, sketch, problem, isOver, isPlanning, hasFailed } = plan
  const gap = shown && gapInWords(shown)
  return (
    <div className={page.summary}>
      <ThumbBar>
        <PlanOutcome
          plan={shown}
          chosen={listings.length}
          problem={problem}
          isOver={isOver}
          isPlanning={isPlanning}
          missing={missing}
        />
        {children}
      </ThumbBar>
      {hasFailed && (
        <Banner tone="danger" role="alert">
          Failed to load intelligent previews.
        </Banner>
      )}
      <Reasons plan={shown} listings={named} hours={values} isOver={isOver} onDate={onDate} onPutLast={onPutLast} />
      {gap !== null && <Banner>{gap}</Banner>}
      {better !== null && <Banner>{better}</Banner>}
      {sketch !== null && <PlanSketch plan={sketch} listings={listings} values={values} tour={tour} />}
    </div>
  )
}
