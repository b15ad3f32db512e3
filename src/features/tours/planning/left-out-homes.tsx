import type { ListingId, TourPlan } from '#core/planner/plan-types.ts'
import { useAllSoon } from '#ui/lists/use-all-soon.ts'
import { ApproximateLocation } from '#records/homes/approximate-location.tsx'
import { Button } from '#ui/basics/button.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { droppedWords } from '#features/tours/dropped-words.ts'
import styles from './plan-outcome.module.css'

type LeftOutProps = {
  dropped: TourPlan['dropped']
  labelOf: (id: ListingId) => string
  /** The listing's key on this device. */
  keyOf: (id: ListingId) => string | undefined
  onPutLast: (id: ListingId, label: string) => void
}

const leftOutAtFirst = 20

/** The chosen homes that the day has no room for, each with its reason; nothing when all fit. */
export function LeftOut({ dropped, labelOf, keyOf, onPutLast }: LeftOutProps) {
  const drawn = useAllSoon(dropped, leftOutAtFirst)
  if (dropped.length === 0) return null
  return (
    <div className={styles.dropped}>
      <h3>Does not fit</h3>
      <ul>
        {drawn.map((stop) => (
          <li key={stop.listing_id}>
            <strong>{labelOf(stop.listing_id)}</strong>:{' '}
            {stop.reason === 'no_location' ? (
              <Unplaced
                listingKey={keyOf(stop.listing_id)}
                label={labelOf(stop.listing_id)}
                onPutLast={() => onPutLast(stop.listing_id, labelOf(stop.listing_id))}
              />
            ) : (
              droppedWords(stop)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type UnplacedProps = { listingKey: string | undefined; label: string; onPutLast: () => void }

/** Another day does not help a home whose location is unknown; these do. */
function Unplaced({ listingKey, label, onPutLast }: UnplacedProps) {
  return (
    <>
      <ApproximateLocation listingKey={listingKey} isUnknown />{' '}
      <Button variant="quiet" onClick={onPutLast}>
        Put it last without a drive <VisuallyHidden>: {label}</VisuallyHidden>
      </Button>
    </>
  )
}
