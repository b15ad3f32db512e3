import { addDays, dateInWords } from '#core/domain/wall-clock.ts'
import { useMinute } from '#storage/use-minute.ts'
import type { TourableListing } from '#storage/tourable-listings.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { labelsOf } from '../listing-label.ts'
import { LeftOut } from './left-out.tsx'
import styles from './plan-outcome.module.css'
import { outcomeInWords, type ShownPlan } from './plan-words.ts'

type PlanOutcomeProps = {
  plan: ShownPlan | null
  /** Of how many chosen homes. */
  chosen: number
  /** What is wrong in the form, so that it cannot be planned. */
  problem: string | null
  isPlanning: boolean
}

/** What the tour comes to, in one line beside the button that makes it, with a way to the reasons. */
export function PlanOutcome({ plan, chosen, problem, isPlanning }: PlanOutcomeProps) {
  const isKnown = plan !== null && chosen > 0
  const isTight = problem !== null || (isKnown && plan.dropped.length > 0)
  return (
    <div className={styles.outcome} data-tight={isTight || undefined}>
      <output aria-busy={isPlanning}>
        {problem === null ? isKnown && outcomeInWords(plan, chosen) : `Not planned. ${problem}`}
      </output>
      {isKnown && plan.dropped.length > 0 && (
        <button type="button" onClick={showReasons}>
          See why
        </button>
      )}
    </div>
  )
}

const reasonsId = 'left-out'

function showReasons(): void {
  const reasons = document.querySelector<HTMLElement>(`#${reasonsId}`)
  reasons?.scrollIntoView({ block: 'center' })
  reasons?.focus({ preventScroll: true })
}

type ReasonsProps = {
  plan: ShownPlan | null
  listings: readonly TourableListing[]
  date: string
  onDate: (date: string) => void
}

/** What does not fit and why, and the way to another day. */
export function Reasons({ plan, listings, date, onDate }: ReasonsProps) {
  const { today } = useMinute()
  if (plan === null || plan.dropped.length === 0 || listings.length === 0) return null
  const next = addDays(date, 1)
  return (
    <div id={reasonsId} tabIndex={-1} className={styles.reasons}>
      <Banner tone="warning">
        <LeftOut dropped={plan.dropped} labelOf={labelsOf(listings)} />
        <Button onClick={() => onDate(next)}>Try {dateInWords(next, today)}</Button>
      </Banner>
    </div>
  )
}
