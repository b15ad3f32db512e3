import type { ListingId, TourPlan } from '#core/planner/plan-types.ts'
import { useAllSoon } from '#ui/use-all-soon.ts'
import { droppedWords } from '../dropped-words.ts'
import styles from './plan-outcome.module.css'

type LeftOutProps = {
  dropped: TourPlan['dropped']
  labelOf: (id: ListingId) => string
}

const leftOutAtFirst = 20

/** The chosen homes that the day has no room for, each with its reason; nothing when all fit. */
export function LeftOut({ dropped, labelOf }: LeftOutProps) {
  const drawn = useAllSoon(dropped, leftOutAtFirst)
  if (dropped.length === 0) return null
  return (
    <div className={styles.dropped}>
      <h3>Does not fit</h3>
      <ul>
        {drawn.map((stop) => (
          <li key={stop.listing_id}>
            <strong>{labelOf(stop.listing_id)}</strong>: {droppedWords(stop)}
          </li>
        ))}
      </ul>
    </div>
  )
}
